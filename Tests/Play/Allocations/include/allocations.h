// Returns the number of allocations of this program so far, in all its threads; -1 if they can't be counted.
long allocations_so_far(void);
