package qr_test

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/pixels"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

type bench struct {
	*qr.Service
	links *link.Service
	store *records.Store
	owner access.Actor
	clock *clock.Manual
}

func (*bench) Hash(_ context.Context, plain string) (string, error) { return plain, nil }

// noImages is a media library without images.
type noImages struct{}

func (noImages) Image(context.Context, string, string) (image.Image, error) {
	return nil, fault.New(fault.NotFound, "There is no such image.")
}

func onBoth(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		clock := clock.NewManual(testkit.Day())
		service := qr.NewService(s, noImages{}, testkit.Unguarded{}.Room, pixels.NewBudget(1<<30), clock)
		b := &bench{Service: service, store: s, owner: testkit.Owner(t, s), clock: clock}
		b.links = link.New(link.Deps{Store: s, Domains: domain.New(domain.Deps{Store: s, Clock: clock}), Hasher: b, Clock: clock}, testkit.Unguarded{})
		run(t, b)
	})
}

func (b *bench) link(t *testing.T, alias string) *link.Link {
	t.Helper()
	l, err := b.links.Create(t.Context(), b.owner, link.Draft{Alias: &alias, Settings: link.Settings{URL: "https://example.com/" + alias, Title: "About " + alias}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// make creates a code one second after the previous one.
func (b *bench) make(t *testing.T, linkID, name string) qr.Code {
	t.Helper()
	b.clock.Advance(time.Second)
	c, err := b.Create(t.Context(), b.owner, qr.Draft{LinkID: linkID, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (b *bench) names(t *testing.T, f qr.Filter) []string {
	t.Helper()
	page, err := b.List(t.Context(), b.owner, f)
	if err != nil || page.Total != len(page.Codes) {
		t.Fatalf("%+v: %+v, %v", f, page, err)
	}
	names := []string{}
	for _, c := range page.Codes {
		names = append(names, c.Name)
	}
	return names
}

func TestService_CreatesUpdatesAndDeletes(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.link(t, "launch")
		made, err := b.Create(t.Context(), b.owner, qr.Draft{LinkID: l.ID, Name: " Poster ", Look: func(l *look.Look) { l.Dark, l.Level = "#04755B", look.High }})
		if err != nil {
			t.Fatal(err)
		}
		want := qr.Code{
			ID: made.ID, WorkspaceID: b.owner.WorkspaceID, LinkID: l.ID, Name: "Poster", Marked: true,
			Look:      look.Look{Size: 512, Margin: 4, Level: look.High, Dark: "#04755b", Light: "#ffffff", Modules: "square", Frame: "square", Dot: "square", FrameStyle: "none", LogoSize: 20, FocalX: 50, FocalY: 50},
			CreatedBy: b.owner.UserID, CreatedAt: testkit.Day(), UpdatedAt: testkit.Day(),
			Link: qr.LinkFacts{Domain: testkit.Host, Alias: "launch", URL: l.URL, Title: "About launch"},
		}
		if diff := cmp.Diff(want, made); diff != "" || !strings.HasPrefix(made.ID, "qrc_") {
			t.Error(diff, made.ID)
		}
		b.clock.Advance(time.Minute)
		changed, err := b.Update(t.Context(), b.owner, made.ID, qr.Patch{Name: new("Flyer"), Look: func(l *look.Look) { l.Size = 1024 }})
		want.Name, want.Look.Size, want.UpdatedAt = "Flyer", 1024, b.clock.Now()
		if diff := cmp.Diff(want, changed); diff != "" || err != nil {
			t.Error(diff, err)
		}
		if got, err := b.Get(t.Context(), b.owner, made.ID); err != nil || got != want {
			t.Error(cmp.Diff(want, got), err)
		}
		if err := b.Delete(t.Context(), b.owner, made.ID); err != nil {
			t.Fatal(err)
		}
		for name, err := range map[string]error{
			"get":    errOf(b.Get(t.Context(), b.owner, made.ID)),
			"update": errOf(b.Update(t.Context(), b.owner, made.ID, qr.Patch{})),
			"delete": b.Delete(t.Context(), b.owner, made.ID),
		} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("%s after its end: %v", name, err)
			}
		}
		events, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, made.ID, 10)
		kinds := []string{}
		for _, e := range events {
			kinds = append(kinds, string(e.Kind))
		}
		slices.Sort(kinds)
		if err != nil || !slices.Equal(kinds, []string{"qr_code.created", "qr_code.deleted", "qr_code.updated"}) {
			t.Errorf("the events are %v, %v", kinds, err)
		}
	})
}

func errOf[T any](_ T, err error) error { return err }

func TestList_FiltersAndPages(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		launch, menu := b.link(t, "launch"), b.link(t, "menu")
		b.make(t, launch.ID, "Größe 100%")
		b.make(t, menu.ID, "Table")
		b.make(t, launch.ID, "Window")
		for name, c := range map[string]struct {
			filter qr.Filter
			want   []string
		}{
			"all, the newest first":  {qr.Filter{}, []string{"Window", "Table", "Größe 100%"}},
			"of a link":              {qr.Filter{LinkID: launch.ID}, []string{"Window", "Größe 100%"}},
			"by name, whatever case": {qr.Filter{Search: "GRÖSSE"}, []string{"Größe 100%"}},
			"a wildcard is a letter": {qr.Filter{Search: "100%"}, []string{"Größe 100%"}},
			"and none of SQL's":      {qr.Filter{Search: "%indow"}, []string{}},
			"by the link's alias":    {qr.Filter{Search: "menu"}, []string{"Table"}},
			"words of both":          {qr.Filter{Search: "launch window"}, []string{"Window"}},
			"nothing":                {qr.Filter{Search: "billboard"}, []string{}},
		} {
			if got := b.names(t, c.filter); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		first, err := b.List(t.Context(), b.owner, qr.Filter{Limit: 2})
		if err != nil || len(first.Codes) != 2 || first.Total != 3 {
			t.Fatalf("the first page: %+v, %v", first, err)
		}
		// The last code of the page is deleted before the next page is read.
		if err := b.Delete(t.Context(), b.owner, first.Codes[1].ID); err != nil {
			t.Fatal(err)
		}
		rest, err := b.List(t.Context(), b.owner, qr.Filter{Limit: 2, Cursor: first.NextCursor})
		if err != nil || len(rest.Codes) != 1 || rest.Codes[0].Name != "Größe 100%" || rest.NextCursor != "" {
			t.Errorf("the second page: %+v, %v", rest, err)
		}
		for field, f := range map[string]qr.Filter{
			"cursor": {Cursor: "x"}, "limit": {Limit: 101}, "search": {Search: strings.Repeat("x", 201)},
		} {
			_, err := b.List(t.Context(), b.owner, f)
			if got := fieldsOf(err); !slices.Equal(got, []string{field}) {
				t.Errorf("%s: %v", field, err)
			}
		}
	})
}

func fieldsOf(err error) []string {
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Invalid {
		return nil
	}
	names := []string{}
	for _, field := range f.Fields {
		names = append(names, field.Field)
	}
	return names
}

func TestCreate_ReturnsEveryFieldError(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.link(t, "launch")
		kept := b.make(t, l.ID, "kept")
		stranger := testkit.Owner(t, b.store)
		for name, c := range map[string]struct {
			actor access.Actor
			draft qr.Draft
			want  []string
		}{
			"no link":            {b.owner, qr.Draft{}, []string{"linkId"}},
			"another's link":     {stranger, qr.Draft{LinkID: l.ID}, []string{"linkId"}},
			"all that is wrong":  {b.owner, qr.Draft{LinkID: l.ID, Name: strings.Repeat("ä", 101), Look: func(l *look.Look) { l.Size, l.Margin = 1, -1 }}, []string{"name", "look.size", "look.margin"}},
			"a line break":       {b.owner, qr.Draft{LinkID: l.ID, Name: "a\nb"}, []string{"name"}},
			"light upon dark":    {b.owner, qr.Draft{LinkID: l.ID, Look: func(l *look.Look) { l.Dark, l.Light = "#ffffff", "#000000" }}, []string{"look.dark"}},
			"a level of its own": {b.owner, qr.Draft{LinkID: l.ID, Look: func(l *look.Look) { l.Level = look.Level("Z") }}, []string{"look.level"}},
		} {
			if _, err := b.Create(t.Context(), c.actor, c.draft); !slices.Equal(fieldsOf(err), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := b.Update(t.Context(), b.owner, kept.ID, qr.Patch{Look: func(l *look.Look) { l.Light = "red" }}); !slices.Equal(fieldsOf(err), []string{"look.light"}) {
			t.Errorf("a change to a faulty look: %v", err)
		}
		for range qr.MaxPerLink - 1 {
			b.make(t, l.ID, "")
		}
		if _, err := b.Create(t.Context(), b.owner, qr.Draft{LinkID: l.ID}); !slices.Equal(fieldsOf(err), []string{"linkId"}) {
			t.Errorf("one more than a link may have: %v", err)
		}
	})
}

func TestService_CodesFollowTheirLink(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.link(t, "launch")
		c := b.make(t, l.ID, "Poster")
		edit := func(d *link.Draft) { d.Alias = new("start") }
		if _, err := b.links.Update(t.Context(), b.owner, l.ID, nil, edit); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Get(t.Context(), b.owner, c.ID); err != nil || got.Link.Alias != "start" {
			t.Errorf("after a rename: %+v, %v", got, err)
		}
		if err := b.links.Delete(t.Context(), b.owner, l.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Get(t.Context(), b.owner, c.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("of a deleted link: %v", err)
		}
		if got := b.names(t, qr.Filter{}); len(got) != 0 {
			t.Errorf("the list still has %v", got)
		}
		if _, err := b.Create(t.Context(), b.owner, qr.Draft{LinkID: l.ID}); !slices.Equal(fieldsOf(err), []string{"linkId"}) {
			t.Errorf("a code for a deleted link: %v", err)
		}
	})
}

func TestService_IsolatesWorkspaces(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		c := b.make(t, b.link(t, "launch").ID, "ours")
		stranger, viewer := testkit.Owner(t, b.store), b.owner
		viewer.Role = access.Viewer
		for name, err := range map[string]error{
			"get":    errOf(b.Get(t.Context(), stranger, c.ID)),
			"update": errOf(b.Update(t.Context(), stranger, c.ID, qr.Patch{Name: new("theirs")})),
			"delete": b.Delete(t.Context(), stranger, c.ID),
		} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("a stranger's %s: %v", name, err)
			}
		}
		if page, err := b.List(t.Context(), stranger, qr.Filter{}); err != nil || page.Total != 0 {
			t.Errorf("a stranger's list: %+v, %v", page, err)
		}
		for name, err := range map[string]error{
			"create": errOf(b.Create(t.Context(), viewer, qr.Draft{LinkID: c.LinkID})),
			"update": errOf(b.Update(t.Context(), viewer, c.ID, qr.Patch{})),
			"delete": b.Delete(t.Context(), viewer, c.ID),
		} {
			if !fault.Is(err, fault.Forbidden) {
				t.Errorf("a viewer's %s: %v", name, err)
			}
		}
		if got, err := b.Get(t.Context(), viewer, c.ID); err != nil || got.Name != "ours" {
			t.Errorf("a viewer reads %+v, %v", got, err)
		}
	})
}

func TestCreate_RejectsImagesOfNobody(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		_, err := b.Create(t.Context(), b.owner, qr.Draft{LinkID: b.link(t, "launch").ID, Look: func(l *look.Look) { l.Logo, l.Background = "med_3kq7c8v0d5m2a", "med_3kq7c8v0d5m2a" }})
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 2 || f.Fields[0].Field != "look.logo" || f.Fields[1].Field != "look.background" {
			t.Errorf("got %v", err)
		}
	})
}

func TestService_ReadOnlyFolderAllowsReadingOnly(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		folder, err := label.NewService(b.store, b.clock).Create(t.Context(), b.owner, label.Folder, label.Settings{Name: "Press"})
		if err != nil {
			t.Fatal(err)
		}
		l := b.link(t, "launch")
		poster := b.make(t, l.ID, "Poster")
		if _, err := b.links.Update(t.Context(), b.owner, l.ID, []int64{l.Version}, func(d *link.Draft) { d.FolderID = folder.ID }); err != nil {
			t.Fatal(err)
		}
		reader := b.owner
		reader.Role, reader.Folders = access.Editor, &access.FolderLimits{ReadOnly: []string{folder.ID}}
		page, err := b.List(t.Context(), reader, qr.Filter{})
		if err != nil || len(page.Codes) != 1 || page.Codes[0].Link.FolderID != folder.ID {
			t.Errorf("the list is %+v, %v", page, err)
		}
		if got, err := b.Get(t.Context(), reader, poster.ID); err != nil || got.Link.FolderID != folder.ID {
			t.Errorf("the code is %+v, %v", got, err)
		}
		many, err := b.UpdateLooks(t.Context(), reader, []string{poster.ID}, func(l *look.Look) { l.Size = 1024 })
		if err != nil {
			t.Fatal(err)
		}
		for name, err := range map[string]error{
			"create": errOf(b.Create(t.Context(), reader, qr.Draft{LinkID: l.ID})),
			"update": errOf(b.Update(t.Context(), reader, poster.ID, qr.Patch{Name: new("Flyer")})),
			"bulk":   many[0].Err,
			"delete": b.Delete(t.Context(), reader, poster.ID),
		} {
			if !fault.Is(err, fault.Forbidden) {
				t.Errorf("%s: %v, want Forbidden", name, err)
			}
		}
	})
}
