#include "CFreeType.h"

#include <math.h>
#include <stdlib.h>

#include <ft2build.h>
#include FT_FREETYPE_H

/// Pixels of a drawing for one of a glyph. Odd, so that a glyph's pixel has one in its middle. Three
/// halve the error of one, for three times the work; more gain little.
enum { detail = 3 };

/// More than the square of any distance, and no infinity, whose differences are not numbers.
static const float far_away = 1e9f;

struct quickbrew_font {
  FT_Library library;
  FT_Face face;
  quickbrew_glyph_scale scale;
  uint8_t *bytes;
  size_t capacity;
};

quickbrew_font *quickbrew_font_open(const char *path, quickbrew_glyph_scale scale) {
  quickbrew_font *font = calloc(1, sizeof *font);
  if (!font) return NULL;
  font->scale = scale;
  if (FT_Init_FreeType(&font->library) != 0 ||
      FT_New_Face(font->library, path, 0, &font->face) != 0 ||
      FT_Set_Pixel_Sizes(font->face, 0, (FT_UInt)(scale.size * detail)) != 0) {
    quickbrew_font_close(font);
    return NULL;
  }
  return font;
}

void quickbrew_font_close(quickbrew_font *font) {
  if (!font) return;
  if (font->face) FT_Done_Face(font->face);
  if (font->library) FT_Done_FreeType(font->library);
  free(font->bytes);
  free(font);
}

/// From 64ths of a pixel of a drawing to pixels of a glyph.
static int rounded(FT_Pos length) { return (int)lround((double)length / 64 / detail); }

/// Pixels of a glyph, towards west and north also below zero.
static int before(int length) { return (int)floor((double)length / detail); }
static int after(int length) { return (int)ceil((double)length / detail); }

int quickbrew_font_ascender(const quickbrew_font *font) {
  return rounded(font->face->size->metrics.ascender);
}

int quickbrew_font_has(const quickbrew_font *font, uint32_t code_point) {
  return FT_Get_Char_Index(font->face, code_point) != 0;
}

/// What one line needs meanwhile: its parabolas, as many as it has pixels.
typedef struct {
  /// Where each has its lowest point, and how high that is.
  int *place;
  float *height;
  /// From where on it is the lowest of all.
  float *from;
} envelope;

/// Makes each value of a line the least of what any of them grows to at that distance: a value
/// plus the square of the pixels between.
///
/// The lower envelope of parabolas: Felzenszwalb and Huttenlocher, Distance Transforms of Sampled
/// Functions, Theory of Computing 8 (2012).
static void grow_line(float *values, int step, int count, envelope lowest) {
  int last = -1;
  for (int x = 0; x < count; x++) {
    const float value = values[x * step];
    if (value >= far_away) continue;
    float from = -INFINITY;
    for (; last >= 0; last--) {
      const int place = lowest.place[last];
      from = (value - lowest.height[last] + (float)(x * x - place * place)) /
             (float)(2 * (x - place));
      if (from > lowest.from[last]) break;
    }
    last++;
    lowest.place[last] = x;
    lowest.height[last] = value;
    lowest.from[last] = last == 0 ? -INFINITY : from;
  }
  if (last < 0) return;
  for (int x = 0, current = 0; x < count; x++) {
    while (current < last && lowest.from[current + 1] < (float)x) current++;
    const int away = x - lowest.place[current];
    values[x * step] = (float)(away * away) + lowest.height[current];
  }
}

/// Squares of distances in a plane, from those of the pixels that are on the outline or beyond.
static void grow(float *values, int width, int height, envelope lowest) {
  for (int x = 0; x < width; x++) grow_line(values + x, width, height, lowest);
  for (int y = 0; y < height; y++) grow_line(values + y * width, 1, width, lowest);
}

/// The drawing of a glyph with a border, as squares of distances in its pixels: `outside` from the
/// letter, `inside` from what is around it. A pixel that the outline crosses says by its darkness
/// how far it is, as in TinySDF, which browsers use (https://github.com/mapbox/tiny-sdf).
typedef struct {
  int width, height;
  float *outside, *inside;
} field;

static void measure(const field all, const FT_Bitmap *drawing, int left, int top, envelope lowest) {
  for (int i = 0; i < all.width * all.height; i++) {
    all.outside[i] = far_away;
    all.inside[i] = 0;
  }
  for (int y = 0; y < (int)drawing->rows; y++) {
    for (int x = 0; x < (int)drawing->width; x++) {
      const uint8_t darkness = drawing->buffer[y * drawing->pitch + x];
      const int i = (y + top) * all.width + x + left;
      const float away = 0.5f - (float)darkness / 255;
      if (darkness > 0) all.outside[i] = away > 0 ? away * away : 0;
      if (darkness > 0) all.inside[i] = darkness == 255 ? far_away : away < 0 ? away * away : 0;
    }
  }
  grow(all.outside, all.width, all.height, lowest);
  grow(all.inside, all.width, all.height, lowest);
}

/// Room for the bytes of a glyph, of any earlier one, too.
static uint8_t *reserve(quickbrew_font *font, size_t size) {
  if (size > font->capacity) {
    uint8_t *bytes = realloc(font->bytes, size);
    if (!bytes) return NULL;
    font->bytes = bytes;
    font->capacity = size;
  }
  return font->bytes;
}

/// Takes the middle of every `detail` by `detail` pixels of a drawing, in the byte range of a glyph.
static int sample(quickbrew_font *font, const FT_GlyphSlot slot, quickbrew_glyph *glyph) {
  const FT_Bitmap *drawing = &slot->bitmap;
  const int buffer = font->scale.buffer;
  // Rows go down from the baseline.
  const int left = before(slot->bitmap_left), top = before(-slot->bitmap_top);
  const int right = after(slot->bitmap_left + (int)drawing->width);
  const int bottom = after((int)drawing->rows - slot->bitmap_top);
  if (right <= left || bottom <= top) return 0;
  const int columns = right - left + 2 * buffer, rows = bottom - top + 2 * buffer;
  field all = {.width = columns * detail, .height = rows * detail};
  const size_t pixels = (size_t)all.width * (size_t)all.height;
  const size_t longest = (size_t)(all.width > all.height ? all.width : all.height);
  float *floats = malloc((2 * pixels + 2 * longest) * sizeof *floats);
  int *places = malloc(longest * sizeof *places);
  uint8_t *next = reserve(font, (size_t)columns * (size_t)rows);
  if (floats && places && next) {
    all.outside = floats;
    all.inside = floats + pixels;
    const envelope lowest = {
        .place = places, .height = all.inside + pixels, .from = all.inside + pixels + longest};
    measure(
        all, drawing, slot->bitmap_left - (left - buffer) * detail,
        -slot->bitmap_top - (top - buffer) * detail, lowest);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        const int i = (row * detail + detail / 2) * all.width + column * detail + detail / 2;
        const double away = (sqrt(all.inside[i]) - sqrt(all.outside[i])) / detail;
        const double value = 255 * (1 - font->scale.cutoff + away / font->scale.radius);
        *next++ = (uint8_t)lround(fmin(fmax(value, 0), 255));
      }
    }
    *glyph = (quickbrew_glyph){
        .left = left, .top = -top, .width = right - left, .height = bottom - top,
        .advance = glyph->advance, .bytes = font->bytes};
  }
  const int failure = next && floats && places ? 0 : FT_Err_Out_Of_Memory;
  free(floats);
  free(places);
  return failure;
}

int quickbrew_font_draw(quickbrew_font *font, uint32_t code_point, quickbrew_glyph *glyph) {
  FT_GlyphSlot slot = font->face->glyph;
  // Hinting would bend the outline for pixels on which it is never shown.
  FT_Error error =
      FT_Load_Glyph(font->face, FT_Get_Char_Index(font->face, code_point), FT_LOAD_NO_HINTING);
  if (error) return error;
  *glyph = (quickbrew_glyph){.advance = rounded(slot->metrics.horiAdvance)};
  if (slot->format != FT_GLYPH_FORMAT_OUTLINE || slot->outline.n_points == 0) return 0;
  // FreeType's own fields take twenty times as long at this size, and are further off.
  error = FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL);
  return error ? error : sample(font, slot, glyph);
}
