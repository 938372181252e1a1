#include <png.h>
#include <string.h>

// Macros with arguments need functions for Swift. libpng's simplified interface reports errors by results, and never jumps over Swift's frames.

static inline void davenport_png_start(png_image *image) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
}

static inline size_t davenport_png_pixel_size(png_uint_32 format) { return PNG_IMAGE_PIXEL_SIZE(format); }
static inline size_t davenport_png_colour_size(png_uint_32 format) { return PNG_IMAGE_SAMPLE_SIZE(format & ~PNG_FORMAT_FLAG_COLORMAP); }
static inline int davenport_png_failed(const png_image *image) { return PNG_IMAGE_FAILED(*image); }
