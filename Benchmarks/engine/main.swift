// The JSON engine alone: FILE [ROUNDS]. The file is read first; the best of the rounds counts, in CPU time of the thread.
// Built by documents.py with the sources of HTTPModel and of Sources/Documents/Tape, optimised.
import Glibc
import HTTPModel

func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let path = CommandLine.arguments[1]
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5
let file = open(path, O_RDONLY)
var status = stat()
guard file >= 0, fstat(file, &status) == 0 else { exit(1) }
var builder = OctetBuilder(expecting: Int(status.st_size))
var buffer = [UInt8](repeating: 0, count: 1 << 20)
while true {
    let count = read(file, &buffer, buffer.count)
    if count <= 0 { break }
    buffer.withUnsafeBytes { builder.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
}
let octets = builder.snapshot()
var best = Double.infinity
var indexByteCount = 0
for _ in 0..<rounds {
    let start = seconds()
    let tape = JSONTape(octets, isSequence: path.hasSuffix(".ndjson"))
    best = min(best, seconds() - start)
    indexByteCount = tape.storage.indexByteCount
    guard tape.fault == nil else { exit(1) }
}
print(
    "{\"mb\": \(Double(octets.count) / 1e6), \"cpu_s\": \(best), \"index\": \(Double(indexByteCount) / Double(octets.count))}"
)
