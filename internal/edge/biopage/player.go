package biopage

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"linnet/internal/core/page"
)

// playParam is the query parameter with the block whose player the visitor opened.
const playParam = "play"

// embed shows a button for media of another site, from which nothing is loaded before
// a click: the button opens the player of the site in the page, or the site if it
// offers no player. Once it is open, the block is the player.
func embed(out *block, id, address, verb string) {
	out.Address = safe(address)
	host := ""
	if u, err := url.Parse(address); err == nil {
		host = strings.TrimPrefix(u.Hostname(), "www.")
	}
	out.Title, out.Note, out.Href = verb, cmp.Or(host, address), out.Address
	if _, ok := page.PlayerOf(address); ok {
		out.Href = template.URL("?" + playParam + "=" + url.QueryEscape(id) + "#" + url.PathEscape(id)) //nolint:gosec // escaped
	}
}

// player returns the player of a block that visitors of the page see.
func (p visible) player(id string) (page.Player, bool) {
	b, ok := p.Block(id)
	if !ok {
		return page.Player{}, false
	}
	switch body := b.Body.(type) {
	case *page.Video:
		return page.PlayerOf(body.URL)
	case *page.Music:
		return page.PlayerOf(body.URL)
	}
	return page.Player{}, false
}

// writePlayer writes a page with the player of a block, which is the only document
// that the page may load from another site.
func (h *Handler) writePlayer(w http.ResponseWriter, r *http.Request, p visible, id string, player page.Player) (found bool, err error) {
	of := state{page: p.Document().ID, etag: p.etag, open: playParam, block: id}
	return h.writeState(w, r, p, of, p.policy+"; frame-src "+player.Origin(), func(b *block) {
		b.Player, b.Title = &player, b.Title+" on "+player.Site
	})
}
