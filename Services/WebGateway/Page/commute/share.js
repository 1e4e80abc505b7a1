// Shares a link: by the device's own dialog, or copied.
import { announce, h } from '../core/dom.js';
import { t } from '../core/words.js';

/**
 * A link that shares what it leads to when it is followed. `secretOf()` is what lets somebody else
 * see it, and nothing else.
 */
export function shareButton(secretOf) {
  const share = async (event) => {
    if (!navigator.share && !navigator.clipboard) return;
    const link = event.currentTarget;
    event.preventDefault();
    event.stopPropagation();
    try {
      const url = new URL(link.href);
      const secret = await secretOf();
      if (secret) url.searchParams.set('secret', secret);
      if (navigator.share) await navigator.share({ title: 'QuickBrew', url: url.href });
      else {
        await navigator.clipboard.writeText(url.href);
        link.textContent = t('Link copied');
        announce(t('Link copied'));
      }
    } catch {
      // The dialog was closed, copying is not allowed, or the planner is away: nothing is shared.
    }
  };
  return h('a', { class: 'button', onclick: share }, t('Share this plan'));
}
