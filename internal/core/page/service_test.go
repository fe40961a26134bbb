package page_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/budget"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/page"
	"linnet/internal/core/page/theme"
	"linnet/internal/core/plan"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// bench is a service over records, with a workspace.
type bench struct {
	*page.Service
	t     *testing.T
	store *records.Store
	links *link.Service
	clock *clock.Manual
	owner access.Actor
	limit int

	mu       sync.Mutex
	events   []event.Kind
	rendered renderer
}

// PageReserved reserves "admin".
func (b *bench) PageReserved(handle string, _ bool) bool { return handle == "admin" }

// PageBlocked blocks one host.
func (b *bench) PageBlocked(address string) bool { return strings.Contains(address, "blocked.example") }

// Limits is the rest of page.Guards.
func (b *bench) Limits(context.Context, string) (plan.Limits, error) {
	return plan.Limits{BioPages: b.limit}, nil
}

// Hash implements link.Hasher.
func (*bench) Hash(_ context.Context, plain string) (string, error) { return plain, nil }

// renderer renders nothing, and refuses texts with "too much".
type renderer struct{ last page.Document }

// Preview implements page.Renderer.
func (r *renderer) Preview(_ *budget.Budget, doc page.Document, _ time.Time) ([]byte, error) {
	r.last = doc
	if strings.Contains(doc.Description, "too much") {
		return nil, fault.New(fault.Invalid, "Too much.").At("blocks")
	}
	return []byte("<p>" + doc.Title), nil
}

func newBench(t *testing.T) *bench {
	t.Helper()
	return benchOn(t, testkit.SQLite(t))
}

func benchOn(t *testing.T, store *records.Store) *bench {
	t.Helper()
	b := &bench{t: t, store: store, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, store)}
	domains := domain.New(domain.Deps{Store: store, Clock: b.clock})
	b.links = link.New(link.Deps{Store: store, Domains: domains, Hasher: b, Clock: b.clock}, testkit.Unguarded{})
	b.Service = page.New(page.Deps{
		Store: store, Domains: domains, Renderer: &b.rendered, Clock: b.clock,
		Builder: b.links.Builder, CheckEmail: account.CheckEmail, Scheme: "https", MediaURL: "https://media.example",
	}, b)
	store.Subscribe(func(e event.Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.events = append(b.events, e.Kind)
	})
	return b
}

func block(body page.Body) page.Block { return page.Block{Visible: true, Body: body} }

func heading(text string) page.Block { return block(&page.Heading{Text: text}) }

// draft returns the input of a page with blocks.
func draft(handle string, blocks ...page.Block) page.Draft {
	d := page.Draft{Handle: handle, Content: page.DefaultContent()}
	d.Title, d.Blocks = "Ada", blocks
	return d
}

func (b *bench) create(d page.Draft) page.Document {
	b.t.Helper()
	p, err := b.Create(b.t.Context(), b.owner, d)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

func (b *bench) viewer() access.Actor {
	a := b.owner
	a.Role = access.Viewer
	return a
}

func TestService_CreatesAPageWithTheLinksOfItsBlocks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	inner := block(&page.Link{Title: "Inner", URL: "https://example.com/inner"})
	made := b.create(draft(" @Ada ", block(&page.Link{Title: "Portfolio", URL: "https://example.com/p"}),
		block(&page.Group{Title: "More", Blocks: []page.Block{inner}})))
	if made.URL != "https://"+testkit.Host+"/@Ada" || made.Revision != 1 || made.PublishedRevision != 0 || made.Theme.Preset != theme.Default {
		t.Errorf("created %+v", made.Page)
	}
	for i, want := range []string{"https://example.com/p", "https://example.com/inner"} {
		var found []*page.Link
		page.Each(made.Blocks, func(one *page.Block) {
			if l, ok := one.Body.(*page.Link); ok {
				found = append(found, l)
			}
		})
		l, err := b.links.Get(t.Context(), b.owner, found[i].LinkID)
		if err != nil || l.URL != want || found[i].URL != want || !strings.HasPrefix(found[i].ShortURL, "https://"+testkit.Host+"/") {
			t.Errorf("link %d: %+v, block %+v, %v", i, l, found[i], err)
		}
	}
	facts := made.Links[made.Blocks[0].LinkID()]
	if got := made.VisitURL(&made.Blocks[0], facts); !strings.HasPrefix(got, facts.ShortURL+"?") {
		t.Errorf("the button opens %s", got)
	}
}

func TestService_RejectsHandles(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.create(draft("taken"))
	for handle, want := range map[string]fault.Code{
		"": fault.Invalid, "@": fault.Invalid, "a/b": fault.Invalid, "a*": fault.Invalid, strings.Repeat("a", 61): fault.Invalid,
		"a b": fault.Invalid, "admin": fault.Conflict, "@taken": fault.Conflict,
	} {
		_, err := b.Create(t.Context(), b.owner, draft(handle))
		if !fault.Is(err, want) || !slices.Equal(fields(err), []string{"handle"}) {
			t.Errorf("%q: %v %v", handle, err, fields(err))
		}
	}
	p := b.create(draft(strings.Repeat("a", 60)))
	if _, err := b.Update(t.Context(), b.owner, p.ID, nil, func(d *page.Draft) { d.Handle = "taken" }); !fault.Is(err, fault.Conflict) {
		t.Errorf("a change to a taken handle: %v", err)
	}
}

func TestService_NamesEachInvalidFieldOfAPage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	at := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	many := make([]page.Block, page.MaxBlocks+1)
	for i := range many {
		many[i] = heading("x")
	}
	texts := make([]page.Block, page.MaxContent/5000+1)
	for i := range texts {
		texts[i] = block(&page.Text{Text: strings.Repeat("x", 5000)})
	}
	same := page.Block{ID: ident.New(ident.PageBlock), Visible: true, Body: &page.Divider{}}
	for name, c := range map[string]struct {
		edit page.Edit
		want []string
	}{
		"long texts":          {func(d *page.Draft) { d.Title = long(101); d.Description = long(301) }, []string{"title", "description"}},
		"unknown picture":     {func(d *page.Draft) { d.AvatarID = mediaA }, []string{"avatar"}},
		"unknown theme":       {func(d *page.Draft) { d.Theme = theme.Theme{Preset: "neon"} }, []string{"theme.preset"}},
		"unknown language":    {func(d *page.Draft) { d.Language = "xx" }, []string{"language"}},
		"age of 17":           {func(d *page.Draft) { d.AgeGate = 17 }, []string{"ageGate"}},
		"a year out of range": {func(d *page.Draft) { d.StartsAt = at(1960) }, []string{"startsAt"}},
		"101 blocks":          {func(d *page.Draft) { d.Blocks = many }, []string{"blocks"}},
		"too much text":       {func(d *page.Draft) { d.Blocks = texts }, []string{"blocks"}},
		"the same id twice":   {func(d *page.Draft) { d.Blocks = []page.Block{same, same} }, []string{"blocks[1].id"}},
		"not an id":           {func(d *page.Draft) { d.Blocks = []page.Block{{ID: "one", Body: &page.Divider{}}} }, []string{"blocks[0].id"}},
		"unknown link":        {func(d *page.Draft) { d.Blocks = []page.Block{block(&page.QR{LinkID: linkA})} }, []string{"blocks[0].linkId"}},
		"unknown background":  {func(d *page.Draft) { d.Theme = theme.Theme{Background: theme.Image, BackgroundImage: mediaA} }, []string{"theme.backgroundImage"}},
		"no background":       {func(d *page.Draft) { d.Theme = theme.Theme{Background: theme.Image} }, []string{"theme.backgroundImage"}},
		"unknown image":       {func(d *page.Draft) { d.Blocks = []page.Block{block(&page.Image{MediaID: mediaA})} }, []string{"blocks[0].mediaId"}},
		"blocked address":     {func(d *page.Draft) { d.Blocks = []page.Block{block(&page.Video{URL: "https://blocked.example/"})} }, []string{"blocks[0].url"}},
		"own short address": {func(d *page.Draft) {
			d.Blocks = []page.Block{block(&page.Link{Title: "x", URL: "https://" + testkit.Host + "/@ada"})}
		}, []string{"blocks[0].url"}},
		"script as address": {func(d *page.Draft) { d.Blocks = []page.Block{block(&page.Product{URL: "javascript:alert(1)"})} }, []string{"blocks[0].url"}},
		"long incomplete address": {
			func(d *page.Draft) {
				d.Blocks = []page.Block{block(&page.Music{URL: strings.Repeat("x", link.MaxURL+1)})}
			}, []string{"blocks[0].url"},
		},
	} {
		d := draft("ada")
		c.edit(&d)
		_, err := b.Create(t.Context(), b.owner, d)
		if got := fields(err); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v %v, want %v", name, err, got, c.want)
		}
	}
	if _, err := b.Create(t.Context(), b.owner, page.Draft{Handle: "x", Domain: "other.example"}); !slices.Equal(fields(err), []string{"domain"}) {
		t.Errorf("another domain: %v", err)
	}
}

// incompleteBlocks returns a block of each kind that needs something, as the editor adds it, and
// the field that it lacks first.
func incompleteBlocks() (blocks []page.Block, lacks []string) {
	for _, c := range []struct {
		body page.Body
		lack string
	}{
		{&page.Link{}, "title"}, {&page.Heading{}, "text"}, {&page.Text{}, "text"}, {&page.Image{}, "mediaId"},
		{&page.Gallery{}, "items"}, {&page.Video{}, "url"}, {&page.Music{URL: "open.spotify.com"}, "url"},
		{&page.Social{Items: []page.SocialItem{{Network: "github"}}}, "items[0].url"}, {&page.Contact{Phone: "+4"}, "phone"},
		{&page.VCard{}, "name"}, {&page.Form{Title: "News", Button: "Send"}, "consent"}, {&page.FAQ{}, "items"},
		{&page.Countdown{}, "at"}, {&page.Map{}, "query"}, {&page.QR{}, "linkId"},
		{&page.Product{Title: "Engine", Price: "19.", Currency: "EUR", URL: "https://example.com/"}, "price"}, {&page.HTML{}, "html"},
	} {
		blocks, lacks = append(blocks, block(c.body)), append(lacks, c.lack)
	}
	return blocks, lacks
}

func TestService_StoresIncompleteDraftsAndPublishesCompleteOnes(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, storesIncompleteDrafts)
}

func storesIncompleteDrafts(t *testing.T, store *records.Store) {
	b := benchOn(t, store)
	ctx := t.Context()
	at := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	blocks, lacks := incompleteBlocks()
	inner := page.Block{Visible: true, StartsAt: at(2027), EndsAt: at(2026), Body: &page.Group{Title: "More", Blocks: []page.Block{heading("")}}}
	d := draft("ada", append(blocks, inner)...)
	d.Title = ""
	p := b.create(d)
	want := []string{"title"}
	for i, field := range lacks {
		want = append(want, fmt.Sprintf("blocks[%d].%s", i, field))
	}
	last := len(blocks)
	want = append(want, fmt.Sprintf("blocks[%d].endsAt", last), fmt.Sprintf("blocks[%d].blocks[0].text", last))
	_, err := b.Publish(ctx, b.owner, p.ID, nil)
	got := fields(err)
	for _, field := range want {
		if !slices.Contains(got, field) {
			t.Errorf("publishing does not name %s: %v", field, got)
		}
	}
	stored, getErr := b.Get(ctx, b.owner, p.ID)
	if getErr != nil || len(stored.Blocks) != last+1 || stored.PublishedRevision != 0 {
		t.Errorf("stored %d blocks, published %d, %v", len(stored.Blocks), stored.PublishedRevision, getErr)
	}
	var named []string
	for _, f := range stored.Incomplete {
		named = append(named, f.Field)
	}
	if !fault.Is(err, fault.Invalid) || !slices.Equal(named, got) {
		t.Errorf("the page names %v, publishing %v", named, got)
	}
	if links, err := b.links.List(ctx, b.owner, link.Filter{}); err != nil || links.Total != 0 {
		t.Errorf("%d links of incomplete blocks, %v", links.Total, err)
	}
	complete := []page.Block{heading("One")}
	if _, err := b.Update(ctx, b.owner, p.ID, nil, func(d *page.Draft) { d.Title, d.Blocks = "Ada", complete }); err != nil {
		t.Fatal(err)
	}
	if published, err := b.Publish(ctx, b.owner, p.ID, nil); err != nil || len(published.Incomplete) > 0 || published.Unpublished {
		t.Errorf("published complete: %v, %v", published.Incomplete, err)
	}
}

func TestService_PublishesAPageWhoseIncompleteBlocksAreHidden(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	hidden := page.Block{Body: &page.Group{Blocks: []page.Block{block(&page.Product{})}}}
	p := b.create(draft("ada", heading("One"), hidden, page.Block{Body: &page.Video{URL: "https://"}}))
	if len(p.Incomplete) > 0 {
		t.Errorf("hidden blocks lack %v", p.Incomplete)
	}
	if _, err := b.Publish(ctx, b.owner, p.ID, nil); err != nil {
		t.Fatal(err)
	}
	shown, err := b.Update(ctx, b.owner, p.ID, nil, func(d *page.Draft) {
		d.Blocks = slices.Clone(d.Blocks)
		d.Blocks[2].Visible = true
	})
	if err != nil || len(shown.Incomplete) != 1 || shown.Incomplete[0].Field != "blocks[2].url" {
		t.Errorf("shown again: %v, %v", shown.Incomplete, err)
	}
	if _, err := b.Publish(ctx, b.owner, p.ID, nil); !slices.Equal(fields(err), []string{"blocks[2].url"}) {
		t.Errorf("published with a shown incomplete block: %v", err)
	}
	if public := b.public(p.ID); public.Document().Blocks[2].Visible {
		t.Error("visitors see the block that was not published")
	}
}

func TestService_CreatesTheLinkOfABlockOnceItIsComplete(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.create(draft("ada", block(&page.Link{URL: "https://example.com/p"})))
	if l := p.Blocks[0].Body.(*page.Link); l.LinkID != "" || l.URL != "https://example.com/p" {
		t.Errorf("without a title: %+v", l)
	}
	done := []page.Block{{ID: p.Blocks[0].ID, Visible: true, Body: &page.Link{Title: "Portfolio", URL: "https://example.com/p"}}}
	p, err := b.Update(t.Context(), b.owner, p.ID, nil, func(d *page.Draft) { d.Blocks = done })
	if err != nil || p.Blocks[0].LinkID() == "" {
		t.Errorf("with a title: %+v, %v", p.Blocks[0].Body, err)
	}
}

func TestService_ReportsUnpublishedChangesByContent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	p := b.create(draft("ada", heading("One")))
	retitle := func(title string) page.Document {
		t.Helper()
		changed, err := b.Update(ctx, b.owner, p.ID, nil, func(d *page.Draft) { d.Title = title })
		if err != nil {
			t.Fatal(err)
		}
		return changed
	}
	if p.Unpublished || retitle("Countess").Unpublished {
		t.Error("a page that was never published has unpublished changes")
	}
	published, err := b.Publish(ctx, b.owner, p.ID, nil)
	if err != nil || published.Unpublished {
		t.Errorf("published: %v, %v", published.Unpublished, err)
	}
	if !retitle("Ada").Unpublished || retitle("Countess").Unpublished {
		t.Error("a change and its reversal")
	}
	moved, err := b.Update(ctx, b.owner, p.ID, nil, func(d *page.Draft) { d.Handle = "lovelace" })
	if err != nil || moved.Unpublished {
		t.Errorf("another handle: %v, %v", moved.Unpublished, err)
	}
}

func TestService_EnforcesPermissionsAndTheLimitOfThePlan(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.limit = 1
	p := b.create(draft("ada"))
	if _, err := b.Create(t.Context(), b.owner, draft("two")); !fault.Is(err, fault.LimitReached) || !strings.Contains(err.Error(), "1 bio page.") {
		t.Errorf("beyond the limit: %v", err)
	}
	if err := page.ErrLimit(2); !strings.Contains(err.Error(), "2 bio pages.") {
		t.Error(err)
	}
	ctx, viewer := t.Context(), b.viewer()
	for name, change := range map[string]func() error{
		"create":    func() error { _, err := b.Create(ctx, viewer, draft("x")); return err },
		"update":    func() error { _, err := b.Update(ctx, viewer, p.ID, nil, func(*page.Draft) {}); return err },
		"publish":   func() error { _, err := b.Publish(ctx, viewer, p.ID, nil); return err },
		"unpublish": func() error { _, err := b.Unpublish(ctx, viewer, p.ID); return err },
		"revert":    func() error { _, err := b.Revert(ctx, viewer, p.ID, 1); return err },
		"delete":    func() error { return b.Delete(ctx, viewer, p.ID) },
		"responses": func() error {
			_, err := b.Responses(ctx, viewer, page.ResponseFilter{PageID: p.ID, Limit: 1})
			return err
		},
		"forms":            func() error { _, err := b.Forms(ctx, viewer, p.ID); return err },
		"export":           func() error { _, err := b.ExportResponses(ctx, viewer, p.ID, ""); return err },
		"count":            func() error { _, err := b.ResponseCounts(ctx, viewer, []string{p.ID}); return err },
		"delete response":  func() error { return b.DeleteResponse(ctx, viewer, p.ID, "rsp_0000000000001") },
		"delete responses": func() error { _, err := b.DeleteResponses(ctx, viewer, p.ID, ""); return err },
	} {
		if err := change(); !fault.Is(err, fault.Forbidden) {
			t.Errorf("a viewer may %s: %v", name, err)
		}
	}
	if got, err := b.Get(ctx, viewer, p.ID); err != nil || got.ID != p.ID {
		t.Errorf("a viewer reads %v, %v", got.ID, err)
	}
	stranger := testkit.Owner(t, testkit.SQLite(t))
	if _, err := b.Get(ctx, stranger, p.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("another workspace: %v", err)
	}
}

func TestService_PublishesAndRestoresRevisions(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	p := b.create(draft("ada", heading("One")))
	if _, err := b.Published(ctx, p.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("before it is published: %v", err)
	}
	if _, err := b.Publish(ctx, b.owner, p.ID, []int64{7}); !fault.Is(err, fault.PreconditionFailed) {
		t.Errorf("another revision: %v", err)
	}
	if _, err := b.Publish(ctx, b.owner, p.ID, []int64{1}); err != nil {
		t.Fatal(err)
	}
	two := []page.Block{heading("Two")}
	if _, err := b.Update(ctx, b.owner, p.ID, []int64{1}, func(d *page.Draft) { d.Blocks = two }); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Update(ctx, b.owner, p.ID, []int64{1}, func(*page.Draft) {}); !fault.Is(err, fault.PreconditionFailed) {
		t.Errorf("a stale change: %v", err)
	}
	if public := b.public(p.ID); public.Document().Blocks[0].Body.(*page.Heading).Text != "One" {
		t.Errorf("visitors see %+v", public.Document().Blocks)
	}
	former, err := b.AtRevision(ctx, b.owner, p.ID, 1)
	if err != nil || former.Revision != 1 || former.Blocks[0].Body.(*page.Heading).Text != "One" {
		t.Errorf("revision 1: %+v, %v", former, err)
	}
	back, err := b.Revert(ctx, b.owner, p.ID, 1)
	if err != nil || back.Revision != 3 || back.Blocks[0].Body.(*page.Heading).Text != "One" {
		t.Errorf("restored %+v, %v", back.Page, err)
	}
	if _, err := b.Revert(ctx, b.owner, p.ID, 99); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown revision: %v", err)
	}
	_, revisions, err := b.Revisions(ctx, b.owner, p.ID)
	if err != nil || len(revisions) != 3 || revisions[0].Number != 3 {
		t.Errorf("revisions %v, %v", revisions, err)
	}
	hidden, err := b.Unpublish(ctx, b.owner, p.ID)
	if err != nil || hidden.PublishedRevision != 0 || !hidden.PublishedAt.IsZero() {
		t.Errorf("hidden %+v, %v", hidden.Page, err)
	}
	if err := b.Delete(ctx, b.owner, p.ID); err != nil {
		t.Fatal(err)
	}
	want := []event.Kind{
		event.BioPageCreated, event.BioPagePublished, event.BioPageUpdated, event.BioPageReverted, event.BioPageUnpublished, event.BioPageDeleted,
	}
	if !slices.Equal(b.events, want) {
		t.Errorf("events %v, want %v", b.events, want)
	}
}

func TestService_MergesTheChangesOfASession(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.create(draft("ada"))
	for i, wait := range []time.Duration{time.Minute, time.Minute, time.Hour} {
		b.clock.Advance(wait)
		title := fmt.Sprint("Ada ", i)
		if _, err := b.Update(t.Context(), b.owner, p.ID, nil, func(d *page.Draft) { d.Title = title }); err != nil {
			t.Fatal(err)
		}
	}
	got, revisions, err := b.Revisions(t.Context(), b.owner, p.ID)
	if err != nil || got.Revision != 4 || len(revisions) != 2 || revisions[1].Number != 3 {
		t.Errorf("revision %d, %v, %v", got.Revision, revisions, err)
	}
}

func TestService_ListsPagesThatMatchASearch(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.create(draft("ada"))
	b.clock.Advance(time.Second)
	b.create(draft("grace"))
	all, err := b.List(t.Context(), b.owner, page.Filter{})
	if err != nil || all.Total != 2 || all.Documents[0].Handle != "grace" {
		t.Errorf("%+v, %v", all, err)
	}
	found, err := b.List(t.Context(), b.owner, page.Filter{Search: "ADA @a"})
	if err != nil || found.Total != 1 || found.Documents[0].Handle != "ada" {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := b.List(t.Context(), b.owner, page.Filter{Limit: 1000}); !fault.Is(err, fault.Invalid) {
		t.Errorf("a limit of 1,000: %v", err)
	}
}

func TestService_PreviewsIncompleteDrafts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	many := make([]page.Block, page.MaxBlocks)
	for i := range many {
		many[i] = page.Block{ID: "none", Visible: true, Body: &page.Link{}}
	}
	d := draft("", many...)
	d.Theme = theme.Theme{Preset: "neon"}
	html, err := b.Preview(t.Context(), b.viewer(), d)
	got := b.rendered.last
	if err != nil || string(html) != "<p>Ada" || len(got.Blocks) != page.MaxBlocks || got.Theme.Preset != theme.Default || got.Blocks[0].ID == "none" {
		t.Errorf("%d blocks, theme %q, %v", len(got.Blocks), got.Theme.Preset, err)
	}
	if _, err := b.Preview(t.Context(), b.owner, page.Draft{Domain: "other.example"}); !fault.Is(err, fault.NotFound) {
		t.Errorf("another domain: %v", err)
	}
}

// What cannot be stored must not be previewed, because rendering it is as expensive.
func TestService_PreviewsAndStoresWithinTheSameBounds(t *testing.T) {
	t.Parallel()
	group := func(n int, body page.Body) page.Block {
		inner := make([]page.Block, n)
		for i := range inner {
			inner[i] = block(body)
		}
		return block(&page.Group{Title: "More", Blocks: inner})
	}
	text := block(&page.Text{Text: strings.Repeat("a", 5000)})
	tooLong := draft("ada", heading("a"))
	tooLong.Description = "too much"
	for name, d := range map[string]page.Draft{
		"blocks":             draft("ada", slices.Repeat([]page.Block{heading("a")}, page.MaxBlocks+1)...),
		"blocks of a group":  draft("ada", group(page.MaxBlocks, &page.Divider{})),
		"blocks of groups":   draft("ada", slices.Repeat([]page.Block{group(49, &page.Divider{})}, 3)...),
		"a group in a group": draft("ada", group(1, &page.Group{Title: "Inner"})),
		"bytes":              draft("ada", slices.Repeat([]page.Block{text}, 60)...),
		"rendered":           tooLong,
	} {
		b := newBench(t)
		_, previewed := b.Preview(t.Context(), b.owner, d)
		_, stored := b.Create(t.Context(), b.owner, d)
		var f *fault.Error
		if !errors.As(previewed, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != "blocks" {
			t.Errorf("%s: previewed: %v", name, previewed)
			continue
		}
		want := f.Fields[0]
		if !errors.As(stored, &f) || len(f.Fields) != 1 || f.Fields[0] != want {
			t.Errorf("%s: stored: %v, want %v", name, stored, previewed)
		}
	}
}

func TestService_DeletesThePagesOfADomain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.create(draft("ada"))
	if err := b.DeleteOnDomain(t.Context(), b.owner.WorkspaceID, p.DomainID); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Get(t.Context(), b.owner, p.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("after the deletion: %v", err)
	}
}

// public returns a published page as visitors see it.
func (b *bench) public(id string) page.Public {
	b.t.Helper()
	published, err := b.Published(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	public, err := published.At(b.clock.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	return public
}

// newsletter returns a published page with a form in a group.
func (b *bench) newsletter() page.Public {
	b.t.Helper()
	form := block(&page.Form{Title: "Newsletter", Button: "Subscribe", Consent: "I agree."})
	p := b.create(draft("ada", block(&page.Group{Title: "More", Blocks: []page.Block{form}})))
	if _, err := b.Publish(b.t.Context(), b.owner, p.ID, nil); err != nil {
		b.t.Fatal(err)
	}
	return b.public(p.ID)
}

func TestService_StoresResponsesOfVisitors(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, public := t.Context(), b.newsletter()
	doc := public.Document()
	form := doc.Blocks[0].Body.(*page.Group).Blocks[0].ID
	for name, c := range map[string]struct {
		answer page.Answer
		code   fault.Code
		field  []string
	}{
		"no such form":  {page.Answer{BlockID: blockA, Email: "ada@example.com", Agreed: true}, fault.NotFound, nil},
		"wrong address": {page.Answer{BlockID: form, Email: "ada", Agreed: true}, fault.Invalid, []string{"email"}},
		"not agreed":    {page.Answer{BlockID: form, Email: "ada@example.com"}, fault.Invalid, []string{"consent"}},
	} {
		if err := b.Respond(ctx, public, c.answer); !fault.Is(err, c.code) || !slices.Equal(fields(err), c.field) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, email := range []string{" Ada@Example.com ", "grace@example.com", "ada@example.com"} {
		if err := b.Respond(ctx, public, page.Answer{BlockID: form, Email: email, Agreed: true}); err != nil {
			t.Fatal(err)
		}
	}
	forms, err := b.Forms(ctx, b.owner, doc.ID)
	if err != nil || len(forms) != 1 || forms[0].Responses != 2 || !forms[0].InDraft || forms[0].Title != "Newsletter" {
		t.Errorf("forms %+v, %v", forms, err)
	}
	none := []page.Block{}
	if _, err := b.Update(ctx, b.owner, doc.ID, nil, func(d *page.Draft) { d.Blocks = none }); err != nil {
		t.Fatal(err)
	}
	if forms, err := b.Forms(ctx, b.owner, doc.ID); err != nil || len(forms) != 1 || forms[0].InDraft {
		t.Errorf("forms of a draft without them %+v, %v", forms, err)
	}
}

func TestService_ExportsAndDeletesResponses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, public := t.Context(), b.newsletter()
	doc := public.Document()
	form := doc.Blocks[0].Body.(*page.Group).Blocks[0].ID
	for _, email := range []string{"ada@example.com", "grace@example.com", "joan@example.com"} {
		if err := b.Respond(ctx, public, page.Answer{BlockID: form, Email: email, Agreed: true}); err != nil {
			t.Fatal(err)
		}
	}
	export, err := b.ExportResponses(ctx, b.owner, doc.ID, form)
	if err != nil {
		t.Fatal(err)
	}
	got, err := export.Next(ctx)
	if err != nil || len(got) != 3 || got[0].Consent != "I agree." || got[0].Form != "Newsletter" {
		t.Errorf("exported %+v, %v", got, err)
	}
	if _, err := export.Next(ctx); !errors.Is(err, io.EOF) {
		t.Errorf("after the last one: %v", err)
	}
	counts, err := b.ResponseCounts(ctx, b.owner, []string{doc.ID, b.create(draft("grace")).ID})
	if err != nil || len(counts) != 1 || counts[doc.ID] != 3 {
		t.Errorf("counts %v, %v", counts, err)
	}
	stranger := testkit.Owner(t, b.store)
	if counts, err := b.ResponseCounts(ctx, stranger, []string{doc.ID}); err != nil || len(counts) != 0 {
		t.Errorf("another workspace counts %v, %v", counts, err)
	}
	if err := b.DeleteResponse(ctx, b.owner, doc.ID, got[0].ID); err != nil {
		t.Error(err)
	}
	if err := b.DeleteResponse(ctx, b.owner, doc.ID, ident.New(ident.Response)); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown response: %v", err)
	}
	if n, err := b.DeleteResponses(ctx, b.owner, doc.ID, ""); err != nil || n != 2 {
		t.Errorf("%d deleted, %v", n, err)
	}
	left, err := b.Responses(ctx, b.owner, page.ResponseFilter{PageID: doc.ID, Limit: 10})
	if err != nil || left.Total != 0 {
		t.Errorf("%d left, %v", left.Total, err)
	}
}
