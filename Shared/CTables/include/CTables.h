#pragma once

/// The text of holidays.txt, then a zero. It lives as long as the process; see README.md.
const unsigned char *_Nonnull table_of_holidays(void);
/// The text of zones.txt, then a zero. It lives as long as the process; see README.md.
const unsigned char *_Nonnull table_of_zones(void);
