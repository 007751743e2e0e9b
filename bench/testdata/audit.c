// The three audit engines as a C programmer would first write them, for
// bench/audit_test.go: program ENGINE KEYS BITS, with the keys as hexadecimal
// words on standard input. Prints things done and seconds of the processor,
// one thread.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int n, bits;
static uint64_t *key;

// MacWilliams: Gray-code walk over the rows' sums, population count of n bits
// for each.
static double macwilliams(void) {
	enum { words = 16 };
	static uint64_t row[64][words], sum[words];
	uint64_t *histogram = calloc(n + 1, 8);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < bits; i++)
			row[i][j / 64] |= (key[j] >> i & 1) << (j % 64);
	double total = (double)(1ull << bits);
	for (uint64_t step = 1; step <= 1ull << bits; step++) {
		int weight = 0, flip = __builtin_ctzll(step) % bits;
		for (int k = 0; k < words; k++) weight += __builtin_popcountll(sum[k]);
		histogram[weight]++;
		for (int k = 0; k < words; k++) sum[k] ^= row[flip][k];
	}
	if (histogram[0] == 0) abort();
	return total;
}

// Exhaustive: pair sums in buckets by a prefix of 13 bits; for some prefixes
// the sums of four in a bitmap with two bits a slot, twice.
typedef struct { uint64_t sum; uint16_t low, high; } pair;
static int order(const void *a, const void *b) {
	uint64_t x = ((const pair *)a)->sum, y = ((const pair *)b)->sum;
	return x < y ? -1 : x > y;
}
static double exhaustive(void) {
	enum { t = 13, slots = 24 };
	int m = n * (n - 1) / 2, at = 0;
	pair *pairs = malloc(m * sizeof *pairs);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) pairs[at++] = (pair){key[i] ^ key[j], j, i};
	qsort(pairs, m, sizeof *pairs, order);
	static int start[(1 << t) + 1];
	for (int i = 0; i < m; i++) start[(pairs[i].sum >> (64 - t)) + 1]++;
	for (int i = 0; i < 1 << t; i++) start[i + 1] += start[i];
	uint64_t *seen = malloc(1 << (slots - 2)), kept = 0;
	double sums = 0;
	for (uint64_t prefix = 0; prefix < 64; prefix++) {
		memset(seen, 0, 1 << (slots - 2));
		for (int round = 0; round < 2; round++)
			for (uint64_t q = 0; q < 1 << t; q++)
				for (int a = start[q]; a < start[q + 1]; a++)
					for (int b = start[q ^ prefix]; b < start[(q ^ prefix) + 1]; b++) {
						if (pairs[b].low <= pairs[a].high) continue;
						uint64_t v = pairs[a].sum ^ pairs[b].sum, slot = v >> (64 - t - slots) & ((1 << slots) - 1);
						uint64_t *w = &seen[slot >> 5], once = 1ull << 2 * (slot & 31);
						if (round == 0) {
							*w |= once | (*w & once) << 1;
							sums++;
						} else
							kept += *w >> (2 * (slot & 31) + 1) & 1;
					}
	}
	if (kept > sums) abort();
	return sums;
}

// Stern's: random columns, Gauss and Jordan on rows of bits, a window of 16
// rows, pairs of both halves sorted by it.
static uint64_t state = 88172645463325252ull;
static uint64_t rnd(void) {
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}
static double stern(void) {
	enum { window = 16, iterations = 400 };
	uint64_t *col = malloc(8 * n), found = 0;
	int h = (n - bits) / 2;
	uint64_t *sums = malloc(8 * (size_t)h * h / 2);
	static uint32_t ends[(1 << window) + 1];
	for (int it = 0; it < iterations; it++) {
		memcpy(col, key, 8 * n);
		for (int i = n - 1; i > 0; i--) {
			int j = rnd() % (i + 1);
			uint64_t x = col[i];
			col[i] = col[j], col[j] = x;
		}
		uint64_t used = 0;
		for (int j = 0, rank = 0; rank < bits && j < n; j++) {
			uint64_t free = col[j] & ~used;
			if (!free) continue;
			int r = __builtin_ctzll(free);
			uint64_t change = col[j] ^ 1ull << r;
			for (int k = 0; k < n; k++) col[k] ^= change & -(col[k] >> r & 1);
			used |= 1ull << r;
			uint64_t x = col[rank];
			col[rank] = col[j], col[j] = x;
			rank++;
		}
		uint64_t *one = col + bits, *two = one + h, mask = (1 << window) - 1;
		memset(ends, 0, sizeof ends);
		for (int i = 0; i < h; i++)
			for (int j = 0; j < i; j++) ends[(one[i] ^ one[j]) & mask]++;
		uint32_t total = 0;
		for (int k = 0; k <= 1 << window; k++) {
			uint32_t c = ends[k];
			ends[k] = total, total += c;
		}
		for (int i = 0; i < h; i++)
			for (int j = 0; j < i; j++) sums[ends[(one[i] ^ one[j]) & mask]++] = one[i] ^ one[j];
		for (int i = 0; i < h; i++)
			for (int j = 0; j < i; j++) {
				uint64_t s = two[i] ^ two[j], k = s & mask;
				for (uint32_t e = k ? ends[k - 1] : 0; e < ends[k]; e++)
					found += __builtin_popcountll(s ^ sums[e]) <= 5;
			}
	}
	if (found > 1000000) abort();
	return iterations;
}

int main(int argc, char **argv) {
	if (argc != 4) return 2;
	n = atoi(argv[2]), bits = atoi(argv[3]);
	key = malloc(8 * n);
	for (int i = 0; i < n; i++)
		if (scanf("%lx", &key[i]) != 1) return 1;
	double from = now(), done = argv[1][0] == 'm' ? macwilliams() : argv[1][0] == 'e' ? exhaustive() : stern();
	printf("%.0f %.9f\n", done, now() - from);
	return 0;
}
