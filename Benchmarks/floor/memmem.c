// The search floor: FILE TEXT [REPEAT]  (maps the file, looks for the text once before the clock, then REPEAT times)
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int file = open(argv[1], O_RDONLY), rounds = argc > 3 ? atoi(argv[3]) : 5;
    struct stat status;
    if (file < 0 || fstat(file, &status)) return 1;
    const char *text = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    double best = 1e9;
    for (int i = 0; i <= rounds; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        if (!memmem(text, status.st_size, argv[2], strlen(argv[2]))) return 1;
        clock_gettime(CLOCK_MONOTONIC, &b);
        double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
        if (i > 0 && seconds < best) best = seconds;
    }
    printf("%.6f\n", best);
    return 0;
}
