import Foundation

/// Applies each mutant of the list to a scratch copy and runs the conformance fixtures against it. Words on the command
/// line choose the mutants whose file or description holds one of them.
///
/// Exit status 1: a mutant survived that the list does not show to be equivalent, one was killed that it does, or more
/// than three survived. Status 2: a mutant's text is not in its file, a mutant does not build, or the fixtures fail
/// without any.
func main() throws -> Int32 {
    let tree = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let words = CommandLine.arguments.dropFirst()
    let mutants = try Mutant.list(at: tree.appendingPathComponent("Tests/Conformance/mutants.tsv")).filter { mutant in
        words.isEmpty || words.contains { mutant.file.contains($0) || mutant.breaks.contains($0) }
    }
    let scratch = try Scratch(of: tree, at: tree.appendingPathComponent(".build/mutants"))
    switch try scratch.run() {
    case .passed: break
    case .failed: throw Failure("the fixtures fail without any mutant")
    case .notBuilt(let output): throw Failure("the copy without any mutant does not build:\n\(output)")
    }

    var survivors = 0
    var notBuilt = 0
    var isAsListed = true
    for (number, mutant) in mutants.enumerated() {
        let file = scratch.file(of: mutant)
        let source = try String(contentsOf: file, encoding: .utf8)
        try Data(try mutant.applied(to: source).utf8).write(to: file)
        defer { try? Data(source.utf8).write(to: file) }
        let word: String
        switch try scratch.run() {
        case .notBuilt(let output):
            notBuilt += 1
            let error = output.split(separator: "\n").first { $0.contains("error:") } ?? "no error named"
            word = "DOES NOT BUILD (\(error))"
        case .failed:
            isAsListed = isAsListed && mutant.equivalent.isEmpty
            word = mutant.equivalent.isEmpty ? "killed" : "KILLED, though listed as equivalent"
        case .passed:
            survivors += 1
            isAsListed = isAsListed && !mutant.equivalent.isEmpty
            word = mutant.equivalent.isEmpty ? "SURVIVED" : "survived, being equivalent"
        }
        print("\(number + 1)/\(mutants.count) \(word): \(mutant.file): \(mutant.breaks)")
        fflush(nil)
    }
    print("\(mutants.count) mutants, \(mutants.count - survivors - notBuilt) killed, \(survivors) survived")
    if notBuilt > 0 { return 2 }
    return isAsListed && survivors <= 3 ? 0 : 1
}

do {
    exit(try main())
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
}
