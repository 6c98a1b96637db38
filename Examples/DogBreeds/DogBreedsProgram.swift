import NetworkClient

/// Lists breeds of dogs: the sample of fetching with `NetworkClient`.
///
/// ```
/// apus mock Collections --port 8080
/// DOGS_API=http://127.0.0.1:8080 swift run DogBreeds
/// ```
@main
enum DogBreedsProgram {
    static func main() async {
        var list = BreedList()
        await list.load()
        if let problem = list.problem {
            print("The breeds could not be had: \(problem)")
            return
        }
        for breed in list.breeds { print(breed) }
    }
}
