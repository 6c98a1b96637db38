import NetworkClient

/// Lists breeds of dogs: the sample of fetching with `NetworkClient`.
///
/// ```
/// swift run DogBreeds
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
