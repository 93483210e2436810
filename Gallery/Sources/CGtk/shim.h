#ifndef PLX_CGTK_H
#define PLX_CGTK_H

#include <glib-unix.h>
#include <gtk/gtk.h>

/// G_TYPE_STRING, a macro that Swift does not see.
static const GType plx_type_string = G_TYPE_STRING;

#endif
