package biopage

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/maypok86/otter/v2"

	"linnet/internal/edge/apikit"
	"linnet/internal/edge/publicpage"
)

// maxStateBytes bounds the cached states of pages.
const maxStateBytes = 16 << 20

// state identifies a page with one block in another state, such as a form that was sent. Its
// HTML depends on nothing else: the tag identifies that of the page.
type state struct {
	page, etag string
	open       string // the parameter of the state
	block      string
}

// newStates returns the cache of states.
func newStates() *otter.Cache[state, *body] {
	return otter.Must(&otter.Options[state, *body]{
		MaximumWeight: maxStateBytes,
		Weigher:       func(_ state, b *body) uint32 { return b.weight() },
	})
}

// inState returns a page with a block in a state, or nil if the page does not have the block.
func (h *Handler) inState(p visible, s state, change func(*block)) (*body, error) {
	if cached, ok := h.states.GetIfPresent(s); ok {
		return cached, nil
	}
	html, err := p.with(s.block, change)
	if html == nil || err != nil {
		return nil, err
	}
	made := newBody(html)
	h.states.Set(s, made)
	return made, nil
}

// with returns the HTML of the page with a block changed, or nil if the page does not have the
// block. Only that block and its group are rendered again.
func (p visible) with(id string, change func(*block)) ([]byte, error) {
	blocks, err := changed(p.view.Blocks, id, change)
	if blocks == nil || err != nil {
		return nil, err
	}
	v := p.view
	v.Blocks = blocks
	return v.html()
}

// changed returns blocks with that of an id changed and its group open; nil: there is none.
func changed(blocks []block, id string, change func(*block)) ([]block, error) {
	for i, b := range blocks {
		inner, err := changed(b.Blocks, id, change)
		switch {
		case err != nil:
			return nil, err
		case b.ID == id:
			change(&b)
		case inner != nil:
			b.Blocks, b.Open = inner, true
		default:
			continue
		}
		if err := b.draw(); err != nil {
			return nil, err
		}
		out := slices.Clone(blocks)
		out[i] = b
		return out, nil
	}
	return nil, nil //nolint:nilnil // no such block
}

// write writes a page in a state, which is not for caches and search engines.
func (p visible) write(w http.ResponseWriter, r *http.Request, b *body, policy string, status int) {
	header := w.Header()
	setHeaders(header, policy)
	header.Set("Cache-Control", "private, no-store")
	header.Set("Vary", "Accept-Encoding")
	publicpage.SetLanguage(header, p.language)
	header.Set("X-Robots-Tag", "noindex")
	b.send(w, r, status)
}

// send writes a body in the encoding that the client accepts.
func (b *body) send(w http.ResponseWriter, r *http.Request, status int) {
	content := b.html
	if apikit.AcceptsEncoding(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		content = b.gzip()
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(content) // the client may have disconnected
	}
}
