#pragma once
#include <metis.h>
