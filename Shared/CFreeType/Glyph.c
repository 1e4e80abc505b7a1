#include "CFreeType.h"

#include <math.h>
#include <stdlib.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H

/// Pixels of a drawing for one of a glyph. Odd, so that a glyph's pixel has one in its middle. With 3
/// drawing takes eight times as long.
enum { detail = 1 };

/// Distances that are measured, in pixels of a glyph; no byte of a glyph tells more than 6.
enum { spread = 6 };

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
  FT_Int distance = spread * detail;
  if (FT_Init_FreeType(&font->library) != 0 ||
      FT_Property_Set(font->library, "bsdf", "spread", &distance) != 0 ||
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

/// Takes the middle of every `detail` by `detail` pixels of a drawing, in the byte range of a glyph.
static int sample(quickbrew_font *font, const FT_GlyphSlot slot, quickbrew_glyph *glyph) {
  const FT_Bitmap *drawing = &slot->bitmap;
  const int margin = spread * detail, buffer = font->scale.buffer;
  // Rows go down from the baseline.
  const int left = before(slot->bitmap_left + margin), top = before(margin - slot->bitmap_top);
  const int right = after(slot->bitmap_left + (int)drawing->width - margin);
  const int bottom = after((int)drawing->rows - slot->bitmap_top - margin);
  if (right <= left || bottom <= top) return 0;
  const size_t size = (size_t)(right - left + 2 * buffer) * (size_t)(bottom - top + 2 * buffer);
  if (size > font->capacity) {
    uint8_t *bytes = realloc(font->bytes, size);
    if (!bytes) return FT_Err_Out_Of_Memory;
    font->bytes = bytes;
    font->capacity = size;
  }
  uint8_t *next = font->bytes;
  for (int row = top - buffer; row < bottom + buffer; row++) {
    for (int column = left - buffer; column < right + buffer; column++) {
      const int y = row * detail + detail / 2 + slot->bitmap_top;
      const int x = column * detail + detail / 2 - slot->bitmap_left;
      const int inside = y >= 0 && y < (int)drawing->rows && x >= 0 && x < (int)drawing->width;
      // FreeType has 128 on the outline, and 128 more or less at the spread.
      const double pixels =
          inside ? (drawing->buffer[y * drawing->pitch + x] - 128) / 128.0 * spread : -spread;
      const double value = 255 * (1 - font->scale.cutoff + pixels / font->scale.radius);
      *next++ = (uint8_t)lround(fmin(fmax(value, 0), 255));
    }
  }
  glyph->left = left;
  glyph->top = -top;
  glyph->width = right - left;
  glyph->height = bottom - top;
  glyph->bytes = font->bytes;
  return 0;
}

int quickbrew_font_draw(quickbrew_font *font, uint32_t code_point, quickbrew_glyph *glyph) {
  FT_GlyphSlot slot = font->face->glyph;
  // Hinting would bend the outline for pixels on which it is never shown.
  FT_Error error =
      FT_Load_Glyph(font->face, FT_Get_Char_Index(font->face, code_point), FT_LOAD_NO_HINTING);
  if (error) return error;
  *glyph = (quickbrew_glyph){.advance = rounded(slot->metrics.horiAdvance)};
  if (slot->format != FT_GLYPH_FORMAT_OUTLINE || slot->outline.n_points == 0) return 0;
  // By way of a bitmap: measuring distances to the outline itself takes far longer.
  error = FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL);
  if (!error) error = FT_Render_Glyph(slot, FT_RENDER_MODE_SDF);
  return error ? error : sample(font, slot, glyph);
}
