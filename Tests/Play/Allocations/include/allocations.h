// How often this program has asked for memory so far, in all its threads; -1 where that can't be counted.
long allocations_so_far(void);
