#include "CTables.h"

// Each text ends with a zero, which is not part of the file.
static const unsigned char holidays[] = {
#embed "holidays.txt" suffix(, 0)
};

static const unsigned char zones[] = {
#embed "zones.txt" suffix(, 0)
};

const unsigned char *table_of_holidays(void) { return holidays; }

const unsigned char *table_of_zones(void) { return zones; }
