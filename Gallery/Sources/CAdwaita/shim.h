#ifndef PLX_CADWAITA_H
#define PLX_CADWAITA_H

#include "../CGtk/shim.h"
#include <adwaita.h>

#endif
