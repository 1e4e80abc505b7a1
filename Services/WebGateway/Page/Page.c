#include "CPage.h"

// In the order of their paths. Each file ends with a zero, which none of them contains.
static const struct page_file files[] = {
  {"/", (const unsigned char[]) {
#embed "index.html" suffix(, 0)
  }},
  {"/api", (const unsigned char[]) {
#embed "reference/reference.html" suffix(, 0)
  }},
  {"/openapi.json", (const unsigned char[]) {
#embed "reference/openapi.json" suffix(, 0)
  }},
  {"/page/reference/reference.css", (const unsigned char[]) {
#embed "reference/reference.css" suffix(, 0)
  }},
  {"/page/reference/reference.js", (const unsigned char[]) {
#embed "reference/reference.js" suffix(, 0)
  }},
  {"/page/app.js", (const unsigned char[]) {
#embed "app.js" suffix(, 0)
  }},
  {"/page/commute/departure-chart.js", (const unsigned char[]) {
#embed "commute/departure-chart.js" suffix(, 0)
  }},
  {"/page/commute/door.js", (const unsigned char[]) {
#embed "commute/door.js" suffix(, 0)
  }},
  {"/page/commute/errand-form.js", (const unsigned char[]) {
#embed "commute/errand-form.js" suffix(, 0)
  }},
  {"/page/commute/errands.js", (const unsigned char[]) {
#embed "commute/errands.js" suffix(, 0)
  }},
  {"/page/commute/fields.js", (const unsigned char[]) {
#embed "commute/fields.js" suffix(, 0)
  }},
  {"/page/commute/files.js", (const unsigned char[]) {
#embed "commute/files.js" suffix(, 0)
  }},
  {"/page/commute/handover.js", (const unsigned char[]) {
#embed "commute/handover.js" suffix(, 0)
  }},
  {"/page/commute/ledger.js", (const unsigned char[]) {
#embed "commute/ledger.js" suffix(, 0)
  }},
  {"/page/commute/meeting.js", (const unsigned char[]) {
#embed "commute/meeting.js" suffix(, 0)
  }},
  {"/page/commute/one-stop.js", (const unsigned char[]) {
#embed "commute/one-stop.js" suffix(, 0)
  }},
  {"/page/commute/option-cards.js", (const unsigned char[]) {
#embed "commute/option-cards.js" suffix(, 0)
  }},
  {"/page/commute/place-field.js", (const unsigned char[]) {
#embed "commute/place-field.js" suffix(, 0)
  }},
  {"/page/commute/share.js", (const unsigned char[]) {
#embed "commute/share.js" suffix(, 0)
  }},
  {"/page/commute/steps.js", (const unsigned char[]) {
#embed "commute/steps.js" suffix(, 0)
  }},
  {"/page/commute/trip-choices.js", (const unsigned char[]) {
#embed "commute/trip-choices.js" suffix(, 0)
  }},
  {"/page/commute/trip-ends.js", (const unsigned char[]) {
#embed "commute/trip-ends.js" suffix(, 0)
  }},
  {"/page/commute/trip-kinds.js", (const unsigned char[]) {
#embed "commute/trip-kinds.js" suffix(, 0)
  }},
  {"/page/commute/trip-map.js", (const unsigned char[]) {
#embed "commute/trip-map.js" suffix(, 0)
  }},
  {"/page/commute/trip.js", (const unsigned char[]) {
#embed "commute/trip.js" suffix(, 0)
  }},
  {"/page/commute/verdict.js", (const unsigned char[]) {
#embed "commute/verdict.js" suffix(, 0)
  }},
  {"/page/commute/way.js", (const unsigned char[]) {
#embed "commute/way.js" suffix(, 0)
  }},
  {"/page/commute/when-field.js", (const unsigned char[]) {
#embed "commute/when-field.js" suffix(, 0)
  }},
  {"/page/commute/why-not.js", (const unsigned char[]) {
#embed "commute/why-not.js" suffix(, 0)
  }},
  {"/page/core/account.js", (const unsigned char[]) {
#embed "core/account.js" suffix(, 0)
  }},
  {"/page/core/api.js", (const unsigned char[]) {
#embed "core/api.js" suffix(, 0)
  }},
  {"/page/core/dom.js", (const unsigned char[]) {
#embed "core/dom.js" suffix(, 0)
  }},
  {"/page/core/download-area.js", (const unsigned char[]) {
#embed "core/download-area.js" suffix(, 0)
  }},
  {"/page/core/events.js", (const unsigned char[]) {
#embed "core/events.js" suffix(, 0)
  }},
  {"/page/core/format.js", (const unsigned char[]) {
#embed "core/format.js" suffix(, 0)
  }},
  {"/page/core/geometry.js", (const unsigned char[]) {
#embed "core/geometry.js" suffix(, 0)
  }},
  {"/page/core/health.js", (const unsigned char[]) {
#embed "core/health.js" suffix(, 0)
  }},
  {"/page/core/icons.js", (const unsigned char[]) {
#embed "core/icons.js" suffix(, 0)
  }},
  {"/page/core/map-info.js", (const unsigned char[]) {
#embed "core/map-info.js" suffix(, 0)
  }},
  {"/page/core/navigation.js", (const unsigned char[]) {
#embed "core/navigation.js" suffix(, 0)
  }},
  {"/page/core/position.js", (const unsigned char[]) {
#embed "core/position.js" suffix(, 0)
  }},
  {"/page/core/remember.js", (const unsigned char[]) {
#embed "core/remember.js" suffix(, 0)
  }},
  {"/page/core/search.js", (const unsigned char[]) {
#embed "core/search.js" suffix(, 0)
  }},
  {"/page/core/session.js", (const unsigned char[]) {
#embed "core/session.js" suffix(, 0)
  }},
  {"/page/core/sheet.js", (const unsigned char[]) {
#embed "core/sheet.js" suffix(, 0)
  }},
  {"/page/core/state-lines.js", (const unsigned char[]) {
#embed "core/state-lines.js" suffix(, 0)
  }},
  {"/page/core/store.js", (const unsigned char[]) {
#embed "core/store.js" suffix(, 0)
  }},
  {"/page/core/usual.js", (const unsigned char[]) {
#embed "core/usual.js" suffix(, 0)
  }},
  {"/page/icon.svg", (const unsigned char[]) {
#embed "icon.svg" suffix(, 0)
  }},
  {"/page/map/insets.js", (const unsigned char[]) {
#embed "map/insets.js" suffix(, 0)
  }},
  {"/page/map/look.js", (const unsigned char[]) {
#embed "map/look.js" suffix(, 0)
  }},
  {"/page/map/map.js", (const unsigned char[]) {
#embed "map/map.js" suffix(, 0)
  }},
  {"/page/map/maplibre.js", (const unsigned char[]) {
#embed "map/maplibre.js" suffix(, 0)
  }},
  {"/page/map/style.js", (const unsigned char[]) {
#embed "map/style.js" suffix(, 0)
  }},
  {"/manifest.webmanifest", (const unsigned char[]) {
#embed "offline/manifest.webmanifest" suffix(, 0)
  }},
  {"/sw.js", (const unsigned char[]) {
#embed "offline/sw.js" suffix(, 0)
  }},
  {"/page/pins/fencing.js", (const unsigned char[]) {
#embed "pins/fencing.js" suffix(, 0)
  }},
  {"/page/pins/pins.js", (const unsigned char[]) {
#embed "pins/pins.js" suffix(, 0)
  }},
  {"/page/pins/simulation.js", (const unsigned char[]) {
#embed "pins/simulation.js" suffix(, 0)
  }},
  {"/page/pins/track.js", (const unsigned char[]) {
#embed "pins/track.js" suffix(, 0)
  }},
  {"/page/style/base.css", (const unsigned char[]) {
#embed "style/base.css" suffix(, 0)
  }},
  {"/page/style/layout.css", (const unsigned char[]) {
#embed "style/layout.css" suffix(, 0)
  }},
  {"/page/style/map.css", (const unsigned char[]) {
#embed "style/map.css" suffix(, 0)
  }},
  {"/page/style/parts.css", (const unsigned char[]) {
#embed "style/parts.css" suffix(, 0)
  }},
  {"/page/system/metrics.js", (const unsigned char[]) {
#embed "system/metrics.js" suffix(, 0)
  }},
  {"/page/system/system.js", (const unsigned char[]) {
#embed "system/system.js" suffix(, 0)
  }},
  {"/page/system/timeline.js", (const unsigned char[]) {
#embed "system/timeline.js" suffix(, 0)
  }},
  {"/page/system/traffic.js", (const unsigned char[]) {
#embed "system/traffic.js" suffix(, 0)
  }},
  {"/page/venues/breweries.js", (const unsigned char[]) {
#embed "venues/breweries.js" suffix(, 0)
  }},
  {"/page/venues/cafes.js", (const unsigned char[]) {
#embed "venues/cafes.js" suffix(, 0)
  }},
  {"/page/venues/campus.js", (const unsigned char[]) {
#embed "venues/campus.js" suffix(, 0)
  }},
  {"/page/venues/favourites.js", (const unsigned char[]) {
#embed "venues/favourites.js" suffix(, 0)
  }},
  {"/page/venues/filters.js", (const unsigned char[]) {
#embed "venues/filters.js" suffix(, 0)
  }},
  {"/page/venues/find.js", (const unsigned char[]) {
#embed "venues/find.js" suffix(, 0)
  }},
  {"/page/venues/heart.js", (const unsigned char[]) {
#embed "venues/heart.js" suffix(, 0)
  }},
  {"/page/venues/hours.js", (const unsigned char[]) {
#embed "venues/hours.js" suffix(, 0)
  }},
  {"/page/venues/rating.js", (const unsigned char[]) {
#embed "venues/rating.js" suffix(, 0)
  }},
  {"/page/venues/remarks.js", (const unsigned char[]) {
#embed "venues/remarks.js" suffix(, 0)
  }},
  {"/page/venues/sources.js", (const unsigned char[]) {
#embed "venues/sources.js" suffix(, 0)
  }},
  {"/page/venues/venue-browser.js", (const unsigned char[]) {
#embed "venues/venue-browser.js" suffix(, 0)
  }},
  {"/page/venues/venue-card.js", (const unsigned char[]) {
#embed "venues/venue-card.js" suffix(, 0)
  }},
  {"/page/venues/venue-detail.js", (const unsigned char[]) {
#embed "venues/venue-detail.js" suffix(, 0)
  }},
};

const struct page_file *page_files(void) { return files; }

size_t page_file_count(void) { return sizeof files / sizeof files[0]; }
