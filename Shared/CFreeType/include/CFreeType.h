#pragma once

#include <stdint.h>

/// One font file, of which glyphs are drawn as signed distance fields for maps.
typedef struct quickbrew_font quickbrew_font;

/// How glyphs are drawn.
typedef struct {
  /// Pixels of the font's size.
  int size;
  /// Pixels around the outline.
  int buffer;
  /// Distances beyond this many pixels cannot be told apart.
  double radius;
  /// The part of a byte's range that is inside of the outline.
  double cutoff;
} quickbrew_glyph_scale;

/// A drawn glyph. The bytes belong to the font and are valid until it draws the next one.
typedef struct {
  /// Pixels from the pen to the left edge of the outline, and from the baseline up to its top.
  int left, top;
  /// Of the outline; both 0 for a glyph without one, like a space.
  int width, height;
  /// How far the pen moves on, in pixels.
  int advance;
  /// Rows of the outline with the buffer on each side: 255 * (1 - cutoff) on the outline, more
  /// inside, less outside, 255 / radius for each pixel.
  const uint8_t *bytes;
} quickbrew_glyph;

/// - Returns: NULL where the file cannot be read as a font, or memory is out.
quickbrew_font *quickbrew_font_open(const char *path, quickbrew_glyph_scale scale);
void quickbrew_font_close(quickbrew_font *font);

/// The height above the baseline that the font declares, in pixels.
int quickbrew_font_ascender(const quickbrew_font *font);

/// Whether the font has a glyph for a Unicode code point.
int quickbrew_font_has(const quickbrew_font *font, uint32_t code_point);

/// Draws the glyph of a code point that the font has.
///
/// - Returns: 0, or FreeType's number of an error.
int quickbrew_font_draw(quickbrew_font *font, uint32_t code_point, quickbrew_glyph *glyph);
