// Package biopage serves the public bio pages. A page is HTML with one inline
// style sheet and no script. Rendered pages are cached until their content
// changes.
package biopage

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/budget"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/page"
	"linnet/internal/core/throttle"
)

const (
	maxBytes    = 64 << 20        // of the cached pages
	refreshEach = 5 * time.Minute // a page that missed an event is rendered again
	loadTimeout = 5 * time.Second // of one read of the records
)

// Source reads published pages.
type Source interface {
	// Published returns what visitors of a page see. It is NotFound if the page is
	// not published, and Gone if its workspace is suspended or deleted.
	Published(ctx context.Context, id string) (page.Document, error)
	// Respond stores the response of a visitor to a form. It is NotFound without
	// such a form, Invalid at "email" or "consent", and LimitReached when the page
	// stores no more responses.
	Respond(ctx context.Context, doc *page.Document, answer page.Answer) error
}

// Handler serves public pages. It is safe for concurrent use.
type Handler struct {
	source Source
	clock  clock.Clock
	cache  *otter.Cache[string, *rendered]
	loader otter.Loader[string, *rendered]
	states *otter.Cache[state, *body]
	work   *budget.Pool
	codes  *codes
	forms  formLimits
	cards  *cards
}

// rendered is a page as it is served until a time.
type rendered struct {
	*body
	doc    page.Document
	refs   map[string]bool // the ids of links and images that it refers to, deleted ones too
	view   view
	gate   *gate // nil: none
	etag   string
	policy string
	until  time.Time
	bytes  int // of the memory of all this, about
}

// body is a page as HTML, and compressed once a client accepts that.
type body struct {
	html []byte
	gzip func() []byte
}

func newBody(html []byte) *body {
	return &body{html, sync.OnceValue(func() []byte { return compressed(html, gzip.BestCompression) })}
}

// weight returns the bytes of a body, at most: texts that cannot be compressed grow little.
func (b *body) weight() uint32 { return uint32(2*len(b.html) + 1<<10) } //nolint:gosec // at most page.MaxHTML

// New returns a Handler. images has the pictures of pages; nil: none.
func New(source Source, images Images, clock clock.Clock) *Handler {
	h := &Handler{
		source: source, clock: clock, work: page.NewRendering(), codes: newCodes(), states: newStates(),
		cache: otter.Must(&otter.Options[string, *rendered]{
			MaximumWeight: maxBytes, Weigher: func(_ string, p *rendered) uint32 { return uint32(p.bytes) }, //nolint:gosec // some megabytes
		}),
		forms: newFormLimits(clock, nil), cards: newCards(images),
	}
	h.loader = otter.LoaderFunc[string, *rendered](h.load)
	return h
}

// Share makes the limits of forms count on all nodes. It returns the handler, and must
// be called before it serves.
func (h *Handler) Share(attempts *throttle.Shared) *Handler {
	h.forms = newFormLimits(h.clock, attempts)
	return h
}

// load renders a page. Several requests may wait for it, so it ignores the
// cancellation of the one that started it.
func (h *Handler) load(ctx context.Context, id string) (*rendered, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	defer cancel()
	doc, err := h.source.Published(ctx, id)
	if err != nil {
		return nil, err
	}
	b, err := h.work.Begin(ctx, doc.WorkspaceID)
	if err != nil {
		return nil, err
	}
	defer b.End()
	now := h.clock.Now()
	r := renderer{budget: b, codes: h.codes, doc: &doc, now: now}
	v, err := r.render()
	if err != nil {
		return nil, err
	}
	html, err := v.html()
	if err != nil {
		return nil, err
	}
	refs := map[string]bool{}
	page.Each(doc.Blocks, func(b *page.Block) { refs[b.LinkID()] = true })
	for _, id := range doc.MediaIDs() {
		refs[id] = true
	}
	out := &rendered{
		body: newBody(html), doc: doc, refs: refs, view: v.compact(), policy: policy(string(v.Style), doc.MediaURL), until: now.Add(refreshEach),
	}
	if out.bytes, err = memory(&doc, html, refs); err != nil {
		return nil, err
	}
	if out.gate, err = h.gateOf(b, doc); err != nil {
		return nil, err
	}
	if !r.until.IsZero() && r.until.Before(out.until) {
		out.until = r.until
	}
	sum := sha256.Sum256(html)
	out.etag = `"` + strconv.FormatInt(doc.PublishedRevision, 10) + "-" + base64.RawURLEncoding.EncodeToString(sum[:9]) + `"`
	return out, nil
}

// memory returns about the bytes that a rendered page takes: the document, the HTML of the page
// and of its blocks, both compressed, and what it refers to.
func memory(doc *page.Document, html []byte, refs map[string]bool) (int, error) {
	content, err := json.Marshal(doc.Content)
	if err != nil {
		return 0, fmt.Errorf("measure the bio page %s: %w", doc.ID, err)
	}
	const perBlock, perRef = 1 << 10, 1 << 10
	n := 2*len(content) + 3*len(html) + perRef*len(refs)
	page.Each(doc.Blocks, func(*page.Block) { n += perBlock })
	return n, nil
}

func compressed(html []byte, level int) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, level) // the level is valid
	_, _ = w.Write(html)                   // a Buffer accepts all writes
	_ = w.Close()
	return b.Bytes()
}

// policy returns the Content-Security-Policy of a page with a style sheet. Images
// are served from the install's own domain. The page has no scripts; connect-src is for
// auditors that fetch robots.txt from within it, such as Lighthouse.
func policy(style, mediaURL string) string {
	hash := sha256.Sum256([]byte(style))
	return strings.TrimSpace("default-src 'none'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+
		"'; img-src 'self' data: "+mediaURL) +
		"; connect-src 'self'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
}

// get returns a page that is current.
func (h *Handler) get(ctx context.Context, id string) (*rendered, error) {
	p, err := h.cache.Get(ctx, id, h.loader)
	if err != nil || h.clock.Now().Before(p.until) {
		return p, err
	}
	h.cache.Invalidate(id)
	return h.cache.Get(ctx, id, h.loader)
}

// Forget evicts a page. It must be called after each change of the page.
func (h *Handler) Forget(id string) { h.cache.Invalidate(id) }

// ForgetLink evicts the pages with a link. It must be called after each change of
// the link.
func (h *Handler) ForgetLink(linkID string) { h.forgetReferrers(linkID) }

// ForgetMedia evicts the pages with an image. It must be called after each change of
// the image.
func (h *Handler) ForgetMedia(mediaID string) { h.forgetReferrers(mediaID) }

func (h *Handler) forgetReferrers(ref string) {
	for id, p := range h.cache.All() {
		if p.refs[ref] {
			h.cache.Invalidate(id)
		}
	}
}

// ForgetAll evicts every page.
func (h *Handler) ForgetAll() { h.cache.InvalidateAll() }

// ServePage writes a page, or the contact of its block that the query names. It is
// NotFound if the page is not public now, and Gone if its workspace is suspended
// or deleted; it then writes nothing. A GET of the page is a view, also if the
// browser has the page already: record gets the workspace, and calls answer once,
// which writes the page. The page after a form was sent or a player was opened is no
// further view. It is RateLimited when such pages are requested too often from the network of
// addr.
func (h *Handler) ServePage(
	w http.ResponseWriter, r *http.Request, id string, addr netip.Addr, record func(workspaceID string, answer func()),
) error {
	p, err := h.get(r.Context(), id)
	if err != nil {
		return err
	}
	if !p.doc.PublicAt(h.clock.Now()) {
		return fault.New(fault.NotFound, "This page is not public now.")
	}
	if version := r.URL.Query().Get(cardParam); version != "" {
		return h.serveCard(w, r, p, version)
	}
	if !confirmed(r, &p.doc) {
		p.gate.write(w, r, http.StatusOK)
		return nil
	}
	if block := r.URL.Query().Get("vcard"); block != "" && p.serveContact(w, r, block, h.clock.Now()) {
		return nil
	}
	if written, err := h.serveState(w, r, p, addr); written || err != nil {
		return err
	}
	if r.Method != http.MethodGet {
		p.writePage(w, r)
		return nil
	}
	record(p.doc.WorkspaceID, func() { p.writePage(w, r) })
	return nil
}

func (p *rendered) writePage(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	setHeaders(header, p.policy)
	header.Set("Cache-Control", "public, no-cache") // each visit is a view, and an edit is public at once
	header.Set("Vary", "Accept-Encoding")
	if p.doc.AgeGate > 0 { // not for visitors who share a cache
		header.Set("Cache-Control", "private, no-cache")
		header.Set("Vary", "Accept-Encoding, Cookie")
	}
	header.Set("ETag", p.etag)
	if match := r.Header.Get("If-None-Match"); match != "" && strings.Contains(match, p.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	p.send(w, r, http.StatusOK)
}

// serveState writes the page after a form was sent or with a player, if the query requests that
// of a block that visitors see.
func (h *Handler) serveState(w http.ResponseWriter, r *http.Request, p *rendered, addr netip.Addr) (written bool, err error) {
	query, now := r.URL.Query(), h.clock.Now()
	form, block := query.Get(sentParam), query.Get(playParam)
	_, isForm := p.doc.FormBlock(form, now)
	player, isPlayer := p.player(block, now)
	if !isForm && !isPlayer {
		return false, nil
	}
	if err := h.forms.allowState(addr); err != nil {
		return false, err
	}
	if isForm {
		return h.writeSent(w, r, p, form)
	}
	return h.writePlayer(w, r, p, block, player)
}

func setHeaders(header http.Header, policy string) {
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
}

// serveContact writes the contact of a block as a file, and reports whether there
// is one that visitors see.
func (p *rendered) serveContact(w http.ResponseWriter, r *http.Request, id string, now time.Time) bool {
	b, ok := p.doc.BlockAt(id, now)
	if !ok {
		return false
	}
	contact, ok := b.Body.(*page.VCard)
	if !ok {
		return false
	}
	body := vcard(contact)
	header := w.Header()
	header.Set("Content-Type", "text/vcard; charset=utf-8")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "contact.vcf"}))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client may have disconnected
	}
	return true
}

// Renderer implements page.Renderer. It is safe for concurrent use.
type Renderer struct{ codes *codes }

// NewRenderer returns a Renderer.
func NewRenderer() Renderer { return Renderer{newCodes()} }

// Preview implements page.Renderer.
func (p Renderer) Preview(b *budget.Budget, doc page.Document, now time.Time) ([]byte, error) {
	r := renderer{budget: b, codes: p.codes, doc: &doc, now: now, preview: true}
	v, err := r.render()
	if err != nil {
		return nil, err
	}
	html, err := v.html()
	if err != nil {
		return nil, err
	}
	around := len(html)
	for _, shown := range v.Blocks {
		around -= len(shown.Markup)
	}
	return html, b.Output(max(0, around-headBytes)) // titles that are not valid yet may be long
}
