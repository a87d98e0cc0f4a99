// The model of `simulate.py` in scalar code, one draw at a time: a million draws of rent.aws-p5 in the full example. Prints
// base case, mean, standard deviation and percentiles as JSON.
//
//     cc -O3 -o simulate benches/simulate.c -lm && ./simulate

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DRAWS = 1000000, YEARS = 4, INSTANCE = 8, COMMITTED = 3, MOST_STEPS = 2048 };
static const double MONTH = 730;
static const double PROFILE[24] = {10, 8,  8,  8,   8,  10, 20, 40, 75, 95, 100, 100,
                                   95, 95, 100, 100, 95, 80, 55, 40, 30, 22, 16,  12};

// --- random numbers: xoshiro256++, and Cheng's algorithm BB for a beta distribution

static uint64_t state[4] = {1, 2, 3, 4};

static inline uint64_t rotated(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline uint64_t next(void) {
  uint64_t result = rotated(state[0] + state[3], 23) + state[0], shifted = state[1] << 17;
  state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
  state[2] ^= shifted, state[3] = rotated(state[3], 45);
  return result;
}

static inline double uniform(void) { return ((next() >> 11) + 0.5) * 0x1p-53; }

static double beta(double a, double b) {
  const double alpha = a + b, rate = sqrt((alpha - 2) / (2 * a * b - alpha)), gamma = a + 1 / rate;
  for (;;) {
    double u1 = uniform(), u2 = uniform();
    double v = rate * log(u1 / (1 - u1)), w = a * exp(v), z = u1 * u1 * u2;
    double r = gamma * v - 1.3862943611198906, s = a + r - w;
    if (s + 2.6094379124341003 >= 5 * z || s >= log(z) || r + alpha * log(alpha / (b + w)) >= log(z)) return w / (b + w);
  }
}

// --- hours a month of a load that grows: searches in sorted thresholds of its growth

typedef struct { double at, weight, used; } Step;
typedef struct { int count; double at[MOST_STEPS], hours[MOST_STEPS + 1], used[MOST_STEPS + 1]; } Table;
static Step steps[MOST_STEPS];

static int by_threshold(const void *a, const void *b) {
  double x = ((const Step *)a)->at, y = ((const Step *)b)->at;
  return (x > y) - (x < y);
}

static void tabulate(Table *table, int count) {
  qsort(steps, count, sizeof *steps, by_threshold);
  double hours = 0, used = 0;
  for (int i = 0; i <= count; i++) {
    table->hours[i] = hours * MONTH, table->used[i] = used * MONTH;
    if (i < count) table->at[i] = steps[i].at, hours += steps[i].weight, used += steps[i].used;
  }
  table->count = count;
}

// Steps below a growth.
static inline int steps_below(const Table *table, double growth) {
  int from = 0, left = table->count;
  while (left > 0) {
    int half = left / 2, above = table->at[from + half] < growth;
    from += above ? half + 1 : 0, left = above ? left - half - 1 : half;
  }
  return from;
}

// Thresholds at which an instance more than those reserved is needed, and those at which the load passes a limit.
static Table reserved_none, reserved, at_most[3];

static void prepare_loads(double most) {
  static double levels[48], weights[48];
  for (int i = 0; i < 48; i++)
    levels[i] = fmax(48 * PROFILE[i / 2] / 100 * 1.25, 8) + (i % 2 ? 6 : 0), weights[i] = (i % 2 ? 0.2 : 0.8) / 24;
  for (int first = 0; first <= COMMITTED; first += COMMITTED) {
    int count = 0;
    for (int i = 0; i < 48; i++)
      for (int unit = first; unit <= (int)ceil(levels[i] * most / INSTANCE); unit++)
        steps[count++] = (Step){(double)unit * INSTANCE / levels[i], weights[i], 0};
    tabulate(first ? &reserved : &reserved_none, count);
  }
  for (int limit = 0; limit < 3; limit++) {
    for (int i = 0; i < 48; i++) steps[i] = (Step){8 * (limit + 1) / levels[i], weights[i], weights[i] * levels[i]};
    tabulate(&at_most[limit], 48);
  }
}

// --- the model

static double discounts[YEARS][2], fixed_costs;

static void prepare(void) {
  for (int month = 1; month <= 48; month++) {
    int year = (month - 1) / 12, half = year == 0 && month > 6;
    double discount = pow(1.08, -month / 12.0);
    discounts[year][half] += discount;
    fixed_costs += (120 * 23 + 10 * 90 + 20 * 85 + 0.5 * 185000 / 12 * pow(1.04, year)) * discount;
  }
  prepare_loads(1.6 * 1.6 * 1.6);
}

static double present_value(double growth_per_year, double price) {
  const double INTERRUPTED = 0.2 / 730, LOST = 0.5 + 12 / 60.0, GOOD = 1 - 4 / 60.0;
  const double pools[2] = {12.0 * 18 * 32 / 0.92, 9000}, accelerators[2] = {32, 64};
  double total = fixed_costs + 40000, growth = 1, index = 1;
  for (int year = 0; year < YEARS; year++, growth *= 1 + growth_per_year, index *= 0.88) {
    int committed = year < 3;
    const Table *above = committed ? &reserved : &reserved_none;
    double firm = above->hours[steps_below(above, growth)], together[2];
    if (committed) {
      const Table *all = &at_most[2];
      int passed = steps_below(all, growth);
      double room = 24 * (MONTH - all->hours[passed]) - growth * (all->used[all->count] - all->used[passed]);
      for (int free = 0; free < 2; free++) {
        double hours = MONTH - at_most[free].hours[steps_below(&at_most[free], growth)];
        together[free] = fmin(hours, room / (16 - 8 * free));
      }
    }
    for (int half = 0; half < (year == 0 ? 2 : 1); half++) {
      double spot = 0, rest = 0;
      for (int pool = 0; pool < (year == 0 && half == 1 ? 2 : 1); pool++) {
        double job_hours = pools[pool] * growth / accelerators[pool], instances = accelerators[pool] / INSTANCE;
        spot += job_hours * 0.7 * instances / (GOOD * (1 - INTERRUPTED * instances * LOST));
        rest += job_hours * 0.3 * (committed ? instances - 2 : instances);
        for (int free = 0; committed && free < 2; free++) rest += fmax(job_hours * 0.3 - together[free], 0);
      }
      double bill = (firm + rest) * 1.08 * price * 0.88 * index + spot * price * 0.35 * index;
      total += (bill + (committed ? COMMITTED * MONTH * price * 0.55 : 0)) * 1.03 * discounts[year][half];
    }
  }
  return total;
}

// --- percentiles, by selection

static double selected(double *values, long from, long to, long rank) {
  while (from < to) {
    double pivot = values[(from + to) / 2];
    long i = from, j = to;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        double kept = values[i];
        values[i++] = values[j], values[j--] = kept;
      }
    }
    if (rank <= j) to = j;
    else if (rank >= i) from = i;
    else break;
  }
  return values[rank];
}

int main(void) {
  static double values[DRAWS];
  prepare();
  double sum = 0, squares = 0, base_case = present_value(0.2, 55.04);
  for (long draw = 0; draw < DRAWS; draw++) {
    double growth = 0.6 * beta(1 + 4 / 3.0, 5 - 4 / 3.0), price = 38 + 22 * uniform();
    values[draw] = present_value(growth, price);
    sum += values[draw], squares += (values[draw] - base_case) * (values[draw] - base_case);
  }
  double mean = sum / DRAWS, deviation = sqrt(squares / DRAWS - (mean - base_case) * (mean - base_case));
  printf("{\"base_case\": %.6f, \"mean\": %.6f, \"deviation\": %.6f, \"percentiles\": {", base_case, mean, deviation);
  const int percents[] = {5, 10, 25, 50, 75, 90, 95};
  long from = 0;
  for (int i = 0; i < 7; i++) {
    long rank = (long)((DRAWS - 1) * (percents[i] / 100.0));
    printf("%s\"%d\": %.6f", i ? ", " : "", percents[i], selected(values, from, DRAWS - 1, rank));
    from = rank;
  }
  printf("}}\n");
}
