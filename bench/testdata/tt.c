// The C side of tt_test.go: what a line of random memory costs on this machine,
// and a loop over a transposition table with Stockfish's published layout (32
// bytes: three entries of ten bytes with 16 bits of key each). Written for
// this benchmark from the description of that layout.
//
// It reads commands "NAME FIRST COUNT CPU" and answers with nanoseconds of
// processor time an operation. Each loop goes over half as many positions before
// those it is timed on.

#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

typedef struct {
	uint16_t key;
	uint8_t depth, genbound;
	uint16_t move;
	int16_t value, eval;
} entry;
typedef struct {
	entry e[3];
	uint16_t pad;
} cluster;
_Static_assert(sizeof(cluster) == 32, "a cluster is half a cache line");

static cluster *table;
static uint64_t clusters, mask;
static uint64_t *keys; // of positions in the table
static uint8_t generation = 8;

static uint64_t mix(uint64_t z) { // SplitMix64
	z *= 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static inline cluster *at(uint64_t key) { return &table[(unsigned __int128)key * clusters >> 64]; }

static inline int probe(uint64_t key, entry *out) {
	cluster *c = at(key);
	for (int i = 0; i < 3; i++)
		if (c->e[i].key == (uint16_t)key) {
			*out = c->e[i];
			return c->e[i].depth != 0;
		}
	return 0;
}

static inline void save(uint64_t key, int value, int depth, int move) {
	cluster *c = at(key);
	entry *best = &c->e[0];
	for (int i = 0; i < 3; i++) {
		if (c->e[i].key == (uint16_t)key || !c->e[i].depth) {
			best = &c->e[i];
			break;
		}
		if (best->depth - (uint8_t)(generation - best->genbound) > c->e[i].depth - (uint8_t)(generation - c->e[i].genbound))
			best = &c->e[i];
	}
	*best = (entry){(uint16_t)key, depth + 1, generation | 3, move, value, value};
}

// One lap of a loop over the positions first to first + n of the ring.
static uint64_t lap(const char *what, uint64_t first, uint64_t n) {
	uint64_t sum = 0, ahead = strstr(what, "96") ? 96 : 32; // of "probe32", "mix96" and so on
	if (!strcmp(what, "line0")) // PREFETCHT0, 32 ahead
		for (uint64_t i = 0; i < n; i++) {
			__builtin_prefetch((void *)((uintptr_t)at(keys[(first + i + 32) & mask]) & ~63ul), 0, 3);
			sum += *(uint64_t *)((uintptr_t)at(keys[(first + i) & mask]) & ~63ul);
		}
	else if (!strcmp(what, "line1")) // PREFETCHT1, 96 ahead
		for (uint64_t i = 0; i < n; i++) {
			__builtin_prefetch((void *)((uintptr_t)at(keys[(first + i + 96) & mask]) & ~63ul), 0, 2);
			sum += *(uint64_t *)((uintptr_t)at(keys[(first + i) & mask]) & ~63ul);
		}
	else if (!strncmp(what, "probe", 5))
		for (uint64_t i = 0; i < n; i++) {
			entry e;
			__builtin_prefetch(at(keys[(first + i + ahead) & mask]));
			if (probe(keys[(first + i) & mask], &e))
				sum += e.value + e.depth;
		}
	else // mix: 70 % probes, 30 % stores
		for (uint64_t i = 0; i < n; i++) {
			entry e;
			uint64_t key = keys[(first + i) & mask];
			__builtin_prefetch(at(keys[(first + i + ahead) & mask]));
			if ((key >> 20) % 10 < 7) {
				if (probe(key, &e))
					sum += e.value + e.depth;
			} else
				save(key, (int)i, key & 15, 1);
		}
	return sum;
}

int main(int argc, char **argv) {
	uint64_t bytes = strtoull(argv[1], 0, 10), list = strtoull(argv[2], 0, 10);
	char *raw = mmap(0, bytes + (2 << 20), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (argc != 3 || raw == MAP_FAILED)
		return 1;
	table = (cluster *)(((uintptr_t)raw + (2 << 20) - 1) & ~((uintptr_t)(2 << 20) - 1));
	madvise(table, bytes, MADV_HUGEPAGE);
	clusters = bytes / sizeof(cluster);
	mask = list - 1;
	keys = malloc(list * sizeof *keys);
	uint64_t fill = clusters * 3 / 10 * 7;
	for (uint64_t i = 0; i < fill; i++) {
		__builtin_prefetch(at(mix(i + 32)));
		save(mix(i), (int)i, i & 31, 1);
	}
	for (uint64_t i = 0; i < list; i++)
		keys[i] = mix(fill - list + i);
	for (uint64_t i = list; i-- > 1;) { // Fisher-Yates: no order is left
		uint64_t j = mix(i + 77) % (i + 1), k = keys[i];
		keys[i] = keys[j];
		keys[j] = k;
	}
	puts("ready");
	fflush(stdout);
	char name[16];
	uint64_t first, count;
	int processor;
	while (scanf("%15s %lu %lu %d", name, &first, &count, &processor) == 4) {
		cpu_set_t set;
		CPU_ZERO(&set);
		CPU_SET(processor, &set);
		sched_setaffinity(0, sizeof set, &set);
		struct timespec a, b;
		volatile uint64_t sum = lap(name, first - count / 2, count / 2); // for the caches
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
		sum += lap(name, first, count);
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
		printf("%.4f\n", ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / count);
		fflush(stdout);
	}
}
