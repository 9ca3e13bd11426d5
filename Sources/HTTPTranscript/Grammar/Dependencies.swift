/// Checks `needs`: each id names a case of the file, and no case needs itself by any way.
struct Dependencies {
    let cases: [Case]

    func check() throws(Fault) {
        var index: [String: Int] = [:]
        for (number, item) in cases.enumerated() { index[item.id.value] = number }
        var edges: [[Int]] = []
        for item in cases {
            var targets: [Int] = []
            for need in item.ownSettings.needs {
                guard let target = index[need.value] else {
                    throw Fault("`needs` names no case of this file", at: need.range.start)
                }
                targets.append(target)
            }
            edges.append(targets)
        }
        try checkCycles(edges)
    }

    /// Depth-first with a stack of its own, so that a long chain costs no recursion.
    private func checkCycles(_ edges: [[Int]]) throws(Fault) {
        enum Mark { case unseen, open, done }
        var marks = [Mark](repeating: .unseen, count: edges.count)
        for root in edges.indices where marks[root] == .unseen {
            var stack = [(node: root, edge: 0)]
            marks[root] = .open
            while let (node, edge) = stack.last {
                guard edge < edges[node].count else {
                    marks[node] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].edge += 1
                let target = edges[node][edge]
                if marks[target] == .open {
                    throw Fault("`needs` leads back to this case", at: cases[node].ownSettings.needs[edge].range.start)
                }
                if marks[target] == .unseen {
                    marks[target] = .open
                    stack.append((node: target, edge: 0))
                }
            }
        }
    }
}
