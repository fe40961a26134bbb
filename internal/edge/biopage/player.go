package biopage

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"linnet/internal/core/click"
	"linnet/internal/core/page"
)

// playParam is the query parameter with the block whose player the visitor opened.
const playParam = "play"

// embed shows a button for media of another site, from which nothing is loaded before
// a click: the button opens the player of the site in the page, or the site if it
// offers no player. Once it is open, the block is the player.
func embed(out *block, address, verb string) {
	out.leadTo(address)
	out.Address = out.Href
	host := ""
	if u, err := url.Parse(address); err == nil {
		host = strings.TrimPrefix(u.Hostname(), "www.")
	}
	out.Title, out.Note = verb, cmp.Or(host, address)
	if _, ok := page.PlayerOf(address); ok {
		out.Href = template.URL("?" + playParam + "=" + url.QueryEscape(out.ID) + "#" + url.PathEscape(out.ID)) //nolint:gosec // escaped
	}
}

// player returns the player of a block that visitors of the page see, and the visit that
// opens it.
func (p visible) player(id string) (page.Player, click.PageVisit, bool) {
	b, ok := p.Block(id)
	if !ok {
		return page.Player{}, click.PageVisit{}, false
	}
	address := ""
	switch body := b.Body.(type) {
	case *page.Video:
		address = body.URL
	case *page.Music:
		address = body.URL
	}
	player, ok := page.PlayerOf(address)
	return player, p.opened(id, address), ok
}

// writePlayer writes a page with the player of a block, which is the only document
// that the page may load from another site.
func (h *Handler) writePlayer(
	w http.ResponseWriter, r *http.Request, p visible, player page.Player, visit click.PageVisit, record Record,
) (found bool, err error) {
	of := state{page: p.Document().ID, etag: p.etag, open: playParam, block: visit.BlockID}
	with, err := h.inState(p, of, func(b *block) {
		id := "bio.watch_on"
		if b.Kind == string(page.KindMusic) {
			id = "bio.listen_on"
		}
		b.Player, b.Title = &player, b.Words.Text(id, "site", player.Site)
	})
	if with == nil || err != nil {
		return false, err
	}
	record(visit, func() { p.write(w, r, with, p.policy+"; frame-src "+player.Origin(), http.StatusOK) })
	return true, nil
}
