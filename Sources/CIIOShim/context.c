#include "CIIOShim.h"
