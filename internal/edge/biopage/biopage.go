// Package biopage serves the public bio pages. A page is HTML with one inline
// style sheet and no script. Rendered pages are cached until their content
// changes.
//
// # Views
//
// A GET of a public page is a view, also when it is answered with 304; HEAD, a link
// preview, a click on a block and the page after a form was sent are none. A view is a hit
// in the journal with the page in place of the link, so that it has all that clicks have,
// and everything that counts clicks excludes it as it does visits to unknown aliases.
//
// # Clicks on blocks
//
// Short URLs on a page have the marker lnb=<page>.<block>, which is removed before the
// redirect. It is not validated: a click belongs to the workspace of its link, so a forged
// marker changes only figures of that workspace.
//
// Every other address to which a block leads is opened by the page itself, with
// ?go=<block>.<number>: a hit with the page and the block, and a redirect to the address
// that was rendered under that number, which may be one of email or phone, as that of a
// short link may. Requests for the contact or the player of a block are hits, too.
//
// # Players of other sites
//
// The button of a video or music block opens the page again with ?play=<block>, and the
// server renders the player in its place: no cache, no view, and a frame-src with one
// origin. The other site sees a visitor only then. A lazy iframe in a closed details
// element loads at once in browsers without scripts and in Safari before 16.4. The
// address is derived from that of the block for eight sites, each part validated; the
// frame is sandboxed.
//
// # Custom HTML
//
// A block of type html stores what its user entered and is reduced when it is rendered,
// so that a stricter rule applies to all pages at once: no styles, classes, ids,
// images, forms or frames. The result of bluemonday is parsed as a fragment and
// rendered from the tree, because a sanitizer of tokens leaves elements without an end.
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
	"linnet/internal/core/click"
	"linnet/internal/core/locale"
	"linnet/internal/core/page"
	"linnet/internal/core/qr/content"
	"linnet/internal/core/throttle"
	"linnet/internal/edge/publicpage"
)

const (
	maxBytes    = 64 << 20        // of the cached pages
	refreshEach = 5 * time.Minute // a page that missed an event is rendered again
	loadTimeout = 5 * time.Second // of one read of the records
)

// Source reads published pages.
type Source interface {
	// Published returns a published page. It is NotFound if the page is not
	// published, and Gone if its workspace is suspended or deleted.
	Published(ctx context.Context, id string) (page.Published, error)
	// Respond stores the response of a visitor to a form. It is NotFound without
	// such a form, Invalid at "email" or "consent", and LimitReached when the page
	// stores no more responses.
	Respond(ctx context.Context, p page.Public, answer page.Answer) error
}

// Handler serves public pages. It is safe for concurrent use.
type Handler struct {
	source Source
	clock  clock.Clock
	cache  *otter.Cache[key, *rendered]
	loader otter.Loader[key, *rendered]
	states *otter.Cache[state, *body]
	work   *budget.Pool
	codes  *codes
	forms  formLimits
	cards  *cards
}

// key identifies a page in a language, which is one of locale.Tags.
type key struct{ id, language string }

// rendered is a published page as it is served until a time.
type rendered struct {
	*body  // nil: the page was not public, or is in another language
	page   page.Published
	refs   map[string]bool     // the ids of links and images that it refers to, deleted ones too
	exits  map[string][]string // the addresses to which its blocks lead, by block
	view   view
	gate   *gate // nil: none
	etag   string
	policy string
	until  time.Time
	bytes  int // of the memory of all this, about
	// fixed is the language that the page has for all visitors. It is in that language, or
	// without a body under the key of another one.
	fixed locale.Fixed
}

// visible is a page that is public at the time of a request. Only Handler.visible
// returns it, and every response about a page is written from one.
type visible struct {
	page.Public
	*rendered
	language locale.Choice
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

// Deps are the dependencies of a Handler.
type Deps struct {
	Source   Source
	Images   Images           // of the pictures of pages; nil: none
	Attempts *throttle.Shared // nil: the limits of forms count on this node
	Clock    clock.Clock
}

// New returns a Handler.
func New(d Deps) *Handler {
	h := &Handler{
		source: d.Source,
		clock:  d.Clock,
		work:   page.NewRendering(),
		codes:  newCodes(),
		states: newStates(),
		cache: otter.Must(&otter.Options[key, *rendered]{
			MaximumWeight: maxBytes,
			Weigher:       func(_ key, p *rendered) uint32 { return uint32(p.bytes) }, //nolint:gosec // some megabytes
		}),
		forms: newFormLimits(d.Clock, d.Attempts),
		cards: newCards(d.Images),
	}
	h.loader = otter.LoaderFunc[key, *rendered](h.load)
	return h
}

// load renders a page. Several requests may wait for it, so it ignores the
// cancellation of the one that started it.
func (h *Handler) load(ctx context.Context, k key) (*rendered, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	defer cancel()
	published, err := h.source.Published(ctx, k.id)
	if err != nil {
		return nil, err
	}
	now, words := h.clock.Now(), locale.Choose(published.Language(), locale.Fixed(k.language), "")
	if words.Tag != k.language {
		return &rendered{fixed: published.Language(), until: now.Add(refreshEach), bytes: elsewhereBytes}, nil
	}
	until := earlier(now.Add(refreshEach), published.ChangesAt(now))
	out := &rendered{page: published, fixed: published.Language(), until: until, bytes: hiddenBytes}
	public, err := published.At(now)
	if fault.Is(err, fault.NotFound) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	return out, h.render(ctx, words.Words, public, out)
}

// render adds what visitors see of a page.
func (h *Handler) render(ctx context.Context, words *locale.Words, public page.Public, out *rendered) error {
	doc := public.Document()
	b, err := h.work.Begin(ctx, doc.WorkspaceID)
	if err != nil {
		return err
	}
	defer b.End()
	r := renderer{budget: b, codes: h.codes, words: words, doc: doc, now: public.Now()}
	v, err := r.render()
	if err != nil {
		return err
	}
	html, err := v.html()
	if err != nil {
		return err
	}
	out.refs = map[string]bool{}
	page.Each(doc.Blocks, func(b *page.Block) { out.refs[b.LinkID()] = true })
	for _, id := range doc.MediaIDs() {
		out.refs[id] = true
	}
	out.body, out.view, out.policy, out.until = newBody(html), v.compact(), policy(string(v.Style), doc.MediaURL), earlier(out.until, r.until)
	out.exits = r.exits
	if out.bytes, err = memory(doc, html, out); err != nil {
		return err
	}
	if out.gate, err = h.gateOf(b, words, *doc); err != nil {
		return err
	}
	sum := sha256.Sum256(html)
	out.etag = `"` + strconv.FormatInt(doc.PublishedRevision, 10) + "-" + base64.RawURLEncoding.EncodeToString(sum[:9]) + `"`
	return nil
}

// earlier returns the earlier of two times. A zero next is never.
func earlier(at, next time.Time) time.Time {
	if next.IsZero() || at.Before(next) {
		return at
	}
	return next
}

// The memory of a page that is not public, and of one that is in another language, about.
const hiddenBytes, elsewhereBytes = 1 << 20, 1 << 10

// memory returns about the bytes that a rendered page takes: the document, the HTML of the page
// and of its blocks, both compressed, what it refers to and where it leads.
func memory(doc *page.Document, html []byte, of *rendered) (int, error) {
	content, err := json.Marshal(doc.Content)
	if err != nil {
		return 0, fmt.Errorf("measure the bio page %s: %w", doc.ID, err)
	}
	const perBlock, perRef, perExit = 1 << 10, 1 << 10, 16
	n := 2*len(content) + 3*len(html) + perRef*len(of.refs)
	for _, addresses := range of.exits {
		for _, address := range addresses {
			n += perExit + len(address)
		}
	}
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

// visible returns a page that is public now, in the language that it or its domain fixes, or
// in that of the visitor. It is NotFound for any other one, and Gone if the workspace is
// suspended or deleted.
func (h *Handler) visible(r *http.Request, id string, domain locale.Fixed) (visible, error) {
	p, language, err := h.inLanguage(r, id, domain)
	if err != nil {
		return visible{}, err
	}
	if p.body == nil { // or it became public during this request
		return visible{}, fault.New(fault.NotFound, "This page is not public now.")
	}
	public, err := p.page.At(h.clock.Now())
	return visible{public, p, language}, err
}

// inLanguage returns a published page, and the language of its response. Which language the
// page fixes is known once it was read, and may change in between.
func (h *Handler) inLanguage(r *http.Request, id string, domain locale.Fixed) (p *rendered, language locale.Choice, err error) {
	fixed := locale.Fixed("")
	for range 3 {
		language = publicpage.Language(r, fixed, domain)
		p, err = h.get(r.Context(), key{id, language.Tag})
		if err != nil || p.fixed == fixed {
			return p, language, err
		}
		fixed = p.fixed
	}
	return p, language, nil
}

// get returns a published page that is current.
func (h *Handler) get(ctx context.Context, k key) (*rendered, error) {
	p, err := h.cache.Get(ctx, k, h.loader)
	if err != nil || h.clock.Now().Before(p.until) {
		return p, err
	}
	h.cache.Invalidate(k)
	return h.cache.Get(ctx, k, h.loader)
}

// Forget evicts a page. It must be called after each change of the page.
func (h *Handler) Forget(id string) {
	for _, tag := range locale.Tags() {
		h.cache.Invalidate(key{id, tag})
	}
}

// ForgetLink evicts the pages with a link. It must be called after each change of
// the link.
func (h *Handler) ForgetLink(linkID string) { h.forgetReferrers(linkID) }

// ForgetMedia evicts the pages with an image. It must be called after each change of
// the image.
func (h *Handler) ForgetMedia(mediaID string) { h.forgetReferrers(mediaID) }

func (h *Handler) forgetReferrers(ref string) {
	for k, p := range h.cache.All() {
		if p.refs[ref] {
			h.cache.Invalidate(k)
		}
	}
}

// ForgetAll evicts every page.
func (h *Handler) ForgetAll() { h.cache.InvalidateAll() }

// Record counts a visit, and calls answer once, which writes the response.
type Record = func(visit click.PageVisit, answer func())

// ServePage writes a page, or what the query opens of one of its blocks. It is
// NotFound if the page is not public now, and Gone if its workspace is suspended
// or deleted; it then writes nothing. A GET of the page is a view, also if the
// browser has the page already, and each request that opens a block is a click on it. The
// page after a form was sent is neither. It is RateLimited when pages after a form or with a
// player are requested too often from the network of addr.
func (h *Handler) ServePage(
	w http.ResponseWriter, r *http.Request, id string, domain locale.Fixed, addr netip.Addr, record Record,
) error {
	p, err := h.visible(r, id, domain)
	if err != nil {
		return err
	}
	if version := r.URL.Query().Get(cardParam); version != "" {
		return h.serveCard(w, r, p, version)
	}
	if !confirmed(r, p.Document()) {
		p.gate.write(w, r, p.language, http.StatusOK)
		return nil
	}
	if value := r.URL.Query().Get(exitParam); value != "" {
		p.serveExit(w, r, value, record)
		return nil
	}
	if contact, visit, ok := p.contact(r.URL.Query().Get("vcard")); ok {
		record(visit, func() { writeContact(w, r, contact) })
		return nil
	}
	if written, err := h.serveState(w, r, p, addr, record); written || err != nil {
		return err
	}
	if r.Method != http.MethodGet {
		p.writePage(w, r)
		return nil
	}
	record(click.PageVisit{WorkspaceID: p.Document().WorkspaceID}, func() { p.writePage(w, r) })
	return nil
}

func (p visible) writePage(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	setHeaders(header, p.policy)
	header.Set("Cache-Control", "public, no-cache") // each visit is a view, and an edit is public at once
	header.Set("Vary", "Accept-Encoding")
	if p.Document().AgeGate > 0 { // not for visitors who share a cache
		header.Set("Cache-Control", "private, no-cache")
		header.Set("Vary", "Accept-Encoding, Cookie")
	}
	publicpage.SetLanguage(header, p.language)
	header.Set("ETag", p.etag)
	if match := r.Header.Get("If-None-Match"); match != "" && strings.Contains(match, p.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	p.send(w, r, http.StatusOK)
}

// serveState writes the page after a form was sent or with a player, if the query requests that
// of a block that visitors see.
func (h *Handler) serveState(
	w http.ResponseWriter, r *http.Request, p visible, addr netip.Addr, record Record,
) (written bool, err error) {
	query := r.URL.Query()
	form := query.Get(sentParam)
	_, isForm := p.Form(form)
	player, visit, isPlayer := p.player(query.Get(playParam))
	if !isForm && !isPlayer {
		return false, nil
	}
	if err := h.forms.allowState(addr); err != nil {
		return false, err
	}
	if isForm {
		return h.writeSent(w, r, p, form)
	}
	return h.writePlayer(w, r, p, player, visit, record)
}

func setHeaders(header http.Header, policy string) {
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", referrerPolicy)
}

// referrerPolicy tells other sites the domain of the page, and not its address.
const referrerPolicy = "strict-origin-when-cross-origin"

// contact returns the contact of a block that visitors see, and the visit that opens it.
func (p visible) contact(id string) (*page.VCard, click.PageVisit, bool) {
	b, ok := p.Block(id)
	if !ok {
		return nil, click.PageVisit{}, false
	}
	contact, ok := b.Body.(*page.VCard)
	return contact, p.opened(id, ""), ok
}

// writeContact writes a contact as a file.
func writeContact(w http.ResponseWriter, r *http.Request, contact *page.VCard) {
	card := content.VCard{
		FirstName: contact.Name, Organization: contact.Organization, Email: contact.Email, Phone: contact.Phone, URL: contact.URL,
	}
	body := card.File()
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
}

// Renderer implements page.Renderer. It is safe for concurrent use.
type Renderer struct{ codes *codes }

// NewRenderer returns a Renderer.
func NewRenderer() Renderer { return Renderer{newCodes()} }

// Preview implements page.Renderer.
func (p Renderer) Preview(b *budget.Budget, doc page.Document, now time.Time) ([]byte, error) {
	words := locale.Choose(doc.Language, "", "").Words
	r := renderer{budget: b, codes: p.codes, words: words, doc: &doc, now: now, preview: true}
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
