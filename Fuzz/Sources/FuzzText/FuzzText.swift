import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// The laws of what reads whole files and lines, for any bytes: none traps; a fault lies within the text; a transcript
/// that is read can be run; a HAR file says the same in one piece and byte by byte; to a line of `decide` there is one
/// line of JSON.
///
/// The first byte of the input says which reader gets the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let input = Array(bytes.dropFirst())
    switch first % 4 {
    case 0: readTranscript(input)
    case 1: readCapture(input)
    case 2: readArchive(input)
    default: readLine(input)
    }
    return 0
}

private func readTranscript(_ bytes: [UInt8]) {
    let file = SourceFile(path: "t", bytes: bytes)
    do throws(TranscriptError) {
        let transcript = try Transcript.read(file)
        for item in transcript.cases {
            hold(item.id.range.end <= bytes.count, "a case beyond the file")
        }
        let result = try TranscriptRunner().run(transcript)
        hold(result.cases.count <= transcript.cases.count, "more results than cases")
    } catch {
        check(error, bytes)
    }
}

private func readCapture(_ bytes: [UInt8]) {
    do throws(TranscriptError) {
        let capture = try Capture.read(SourceFile(path: "t", bytes: bytes))
        for exchange in capture.exchanges { _ = exchange.finalResponse }
    } catch {
        check(error, bytes)
    }
}

private func check(_ error: TranscriptError, _ bytes: [UInt8]) {
    hold(error.line >= 1 && error.column >= 1, "a fault before the text")
    hold(error.line <= bytes.count { $0 == 0x0A } + 1, "a fault behind the text")
}

private func readArchive(_ bytes: [UInt8]) {
    let whole = entries(bytes, inPiecesOf: max(1, bytes.count))
    hold(entries(bytes, inPiecesOf: 1) == whole, "the pieces matter")
}

/// What is read, or why not, as text.
private func entries(_ bytes: [UInt8], inPiecesOf size: Int) -> [String] {
    var position = 0
    var reader = HARReader(path: "t") {
        let piece = Array(bytes[position..<min(position + size, bytes.count)])
        position += piece.count
        return piece
    }
    var entries: [String] = []
    do {
        while let entry = try reader.next() { entries.append("\(entry)") }
    } catch {
        entries.append("\(error)")
    }
    return entries
}

private func readLine(_ bytes: [UInt8]) {
    let line = Array(bytes.prefix { $0 != 0x0A })
    var text = JSONText()
    var output = JSONWriter()
    do throws(JSONFault) {
        try text.read(line, 0..<line.count)
        DecideRun.answer(try DecideCase(text), text, to: &output)
    } catch {
        hold(0...line.count ~= error.offset, "a fault beyond the line")
        return
    }
    // What is written is JSON, too.
    var answer = JSONText()
    hold((try? answer.read(output.bytes, 0..<output.bytes.count)) != nil, "the answer is no JSON")
}

/// Unlike `precondition`, a release build says which law was broken.
private func hold(_ condition: Bool, _ law: String) {
    if !condition { fatalError(law) }
}
