package records_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/event"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// linkModel has the links of a workspace in memory and changes them beside the store.
type linkModel struct {
	t       *testing.T
	s       *records.Store
	random  *rand.Rand
	owner   access.Actor
	links   map[string]*link.Link
	deleted map[string]*link.Link
	folders []string
	now     time.Time
}

// modelTags and modelWords are what links are labeled and named with. The words have parts
// in common, letters outside of ASCII, and wildcards.
func modelTags() []string { return []string{"spring", "Autumn", "größe"} }

func modelURLs() []string {
	return []string{"https://example.com/a", "https://example.com/A", "https://example.com/b/summer", "https://example.com/c?d=100%25"}
}

func modelWords() []string {
	return []string{"summer", "Sommer", "some", "größer", "GRÖSSE", "夏のセール", "夏", "🎉party", "100%", "a_b", "%", "x!y", `"quoted"`, "it's"}
}

// TestLinks_AgreeWithModel changes links at random, and compares lists and counters with
// those of a naive evaluation. Some lists are counted and sorted as few, others not.
func TestLinks_AgreeWithModel(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		s.SetFew(12)
		m := &linkModel{
			t: t, s: s, random: rand.New(rand.NewPCG(34, 1)), owner: testkit.Owner(t, s), now: testkit.Day(),
			links: map[string]*link.Link{}, deleted: map[string]*link.Link{},
		}
		for i := range 3 {
			m.folders = append(m.folders, m.newFolder(fmt.Sprintf("folder %d", i)))
		}
		for range 12 {
			for range 15 {
				m.change()
			}
			for range 25 {
				m.compareList()
			}
			m.compareCounts()
		}
	})
}

func pick[T any](m *linkModel, all []T) T { return all[m.random.IntN(len(all))] }

// some returns a random link of a map, nil without any.
func (m *linkModel) some(of map[string]*link.Link) *link.Link {
	if len(of) == 0 {
		return nil
	}
	ids := make([]string, 0, len(of))
	for id := range of {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return of[pick(m, ids)]
}

func (m *linkModel) newFolder(name string) string {
	l := label.Label{ID: ident.New(ident.Folder), Kind: label.Folder, WorkspaceID: m.owner.WorkspaceID, CreatedAt: m.now}
	l.Name = name
	e := event.Event{WorkspaceID: m.owner.WorkspaceID, Kind: event.LabelCreated, SubjectID: l.ID, At: m.now}
	if err := m.s.InsertLabel(m.t.Context(), l, e); err != nil {
		m.t.Fatal(err)
	}
	return l.ID
}

// change makes one random change.
func (m *linkModel) change() {
	m.t.Helper()
	ctx, workspaceID := m.t.Context(), m.owner.WorkspaceID
	switch m.random.IntN(14) {
	case 0, 1, 2, 3, 4:
		m.now = m.now.Add(time.Duration(m.random.IntN(3)) * time.Second)
		l := putLink(m.t, m.s, m.owner, m.randomize, fmt.Sprintf("%s-%d", pick(m, []string{"go", "Offer", "夏"}), m.random.IntN(1_000_000)))
		m.links[l.ID] = l
	case 5, 6, 7:
		if l := m.some(m.links); l != nil {
			m.edit(l)
		}
	case 8:
		if l := m.some(m.links); l != nil {
			must(m.t)(m.s.DeleteLinks(ctx, workspaceID, []link.Write{{Link: l, Event: told(event.LinkDeleted, l)}}))
			m.deleted[l.ID] = l
			delete(m.links, l.ID)
		}
	case 9:
		if l := m.some(m.deleted); l != nil {
			l.Version++
			must(m.t)(m.s.RestoreLinks(ctx, workspaceID, 0, []link.Write{{Link: l, Event: told(event.LinkRestored, l)}}))
			m.links[l.ID] = l
			delete(m.deleted, l.ID)
		}
	case 10:
		if l := m.some(m.links); l != nil {
			m.block(l)
		}
	case 11:
		m.replaceFolder()
	case 12, 13:
		if l := m.some(m.links); l != nil {
			m.click(l)
		}
	}
}

// click sets the counter of a link.
func (m *linkModel) click(l *link.Link) {
	m.t.Helper()
	l.ClickCount, l.LastClickedAt = int64(m.random.IntN(3)), time.Time{}
	if l.ClickCount > 0 {
		l.LastClickedAt = testkit.Day().Add(time.Duration(m.random.IntN(3)) * time.Hour)
	}
	counter := clickcount.Clicks{LinkID: l.ID, Clicks: l.ClickCount, LastClickedAt: l.LastClickedAt}
	if err := m.s.SetLinkClicks(m.t.Context(), []clickcount.Clicks{counter}); err != nil {
		m.t.Fatal(err)
	}
}

// randomize sets a link's settings.
func (m *linkModel) randomize(l *link.Link) {
	l.CreatedAt, l.UpdatedAt = m.now, m.now
	l.URL, l.ExternalID = pick(m, modelURLs()), pick(m, []string{"", "crm:" + l.ID})
	l.Title = pick(m, modelWords()) + " " + pick(m, modelWords())
	l.Comments = pick(m, modelWords())
	l.FolderID = pick(m, append(slices.Clone(m.folders), "", ""))
	l.Tags = []string{}
	for _, tag := range modelTags() {
		if m.random.IntN(3) == 0 {
			l.Tags = append(l.Tags, tag)
		}
	}
	l.Archived = m.random.IntN(4) == 0
	l.StartsAt, l.ExpiresAt, l.MaxClicks = time.Time{}, time.Time{}, 0
	switch m.random.IntN(5) {
	case 0:
		l.StartsAt = testkit.Day().Add(time.Duration(m.random.IntN(5)-2) * time.Hour)
	case 1:
		l.ExpiresAt = testkit.Day().Add(time.Duration(m.random.IntN(300)-100) * time.Hour)
	case 2:
		l.MaxClicks = 5
	}
}

func (m *linkModel) edit(l *link.Link) {
	m.t.Helper()
	aliases, created := l.Aliases, l.CreatedAt
	m.randomize(l)
	l.CreatedAt = created
	results, err := m.s.ChangeLinks(m.t.Context(), access.WholeWorkspace(m.owner.WorkspaceID), []string{l.ID}, func(stored *link.Link) ([]event.Event, error) {
		stored.Settings, stored.Archived, stored.Aliases, stored.Version = l.Settings, l.Archived, aliases, stored.Version+1
		return []event.Event{told(event.LinkUpdated, stored)}, nil
	})
	if err != nil || results[0].Err != nil {
		m.t.Fatal(err, results)
	}
	m.links[l.ID] = results[0].Link
}

func (m *linkModel) block(l *link.Link) {
	m.t.Helper()
	blocked, err := m.s.ChangeLinkBlock(m.t.Context(), l.ID, "", func(stored *link.Link) ([]event.Event, error) {
		stored.Blocked, stored.Version = !stored.Blocked, stored.Version+1
		return []event.Event{told(event.LinkUpdated, stored)}, nil
	})
	if err != nil {
		m.t.Fatal(err)
	}
	l.Blocked, l.Version = blocked.Blocked, blocked.Version
}

// replaceFolder deletes a folder, whose links stay, and makes another.
func (m *linkModel) replaceFolder() {
	m.t.Helper()
	at := m.random.IntN(len(m.folders))
	id := m.folders[at]
	e := event.Event{WorkspaceID: m.owner.WorkspaceID, Kind: event.LabelDeleted, SubjectID: id, At: m.now}
	if err := m.s.DeleteLabel(m.t.Context(), m.owner.WorkspaceID, label.Folder, id, e); err != nil {
		m.t.Fatal(err)
	}
	for _, of := range []map[string]*link.Link{m.links, m.deleted} {
		for _, l := range of {
			if l.FolderID == id {
				l.FolderID = ""
			}
		}
	}
	m.folders[at] = m.newFolder("again " + ident.New(ident.Folder))
}

// randomFilter returns a filter, and the folders that the view does not have.
func (m *linkModel) randomFilter() (f link.Filter, hidden []string) {
	f = link.Filter{
		Limit: 1 + m.random.IntN(20), Now: testkit.Day(), Ascending: m.random.IntN(2) == 0,
		Sort: pick(m, []link.Sort{link.ByCreatedAt, link.ByAlias, link.ByClickCount, link.ByLastClickedAt}),
	}
	statuses := []link.Status{link.Active, link.Scheduled, link.Expiring, link.Expired, link.Archived, link.Blocked}
	switch m.random.IntN(4) {
	case 0:
		f.Statuses = []link.Status{pick(m, statuses)}
	case 1:
		f.Statuses = []link.Status{link.Active, link.Scheduled, link.Expired, link.Blocked}
	case 2:
		f.Statuses = []link.Status{pick(m, statuses), pick(m, statuses)}
	}
	if m.random.IntN(3) == 0 {
		f.FolderID = pick(m, m.folders)
	}
	if m.random.IntN(3) == 0 {
		f.Tags = []string{pick(m, modelTags()), pick(m, modelTags())}[:1+m.random.IntN(2)]
	}
	if m.random.IntN(3) == 0 {
		f.Domain = testkit.Host
	}
	if m.random.IntN(2) == 0 {
		word := []rune(pick(m, append(modelWords(), "example.com/b", "off", "nothing at all")))
		from := m.random.IntN(len(word))
		f.Search = string(word[from:]) + pick(m, []string{"", " " + pick(m, modelWords())})
	}
	if m.random.IntN(6) == 0 {
		f.URL = pick(m, modelURLs())
	}
	if l := m.some(m.links); l != nil && m.random.IntN(10) == 0 {
		f.ExternalID = cmp.Or(l.ExternalID, "none")
	}
	if m.random.IntN(3) == 0 {
		f.Narrowed = m.randomNarrowed()
	}
	if m.random.IntN(4) == 0 {
		hidden = m.folders[:1+m.random.IntN(2)]
	}
	return f, hidden
}

func (m *linkModel) randomNarrowed() link.Narrowed {
	n := link.Narrowed{
		AllTags: m.random.IntN(2) == 0, WithoutAllTags: m.random.IntN(2) == 0, Unspent: m.random.IntN(3) == 0, Unended: m.random.IntN(3) == 0,
	}
	if m.random.IntN(2) == 0 {
		n.WithoutTags = []string{pick(m, modelTags()), pick(m, modelTags())}[:1+m.random.IntN(2)]
	}
	if l := m.some(m.links); l != nil && m.random.IntN(3) == 0 {
		n.CreatedFrom = l.CreatedAt
	}
	if l := m.some(m.links); l != nil && m.random.IntN(3) == 0 {
		n.CreatedBefore = l.CreatedAt
	}
	return n
}

// excludes reports whether the narrowed part of a filter excludes a link.
func excludes(l *link.Link, f link.Filter) bool {
	tagged := func(name string) bool {
		return slices.ContainsFunc(l.Tags, func(tag string) bool { return routing.Fold(tag) == routing.Fold(name) })
	}
	without := 0
	for _, name := range f.WithoutTags {
		if tagged(name) {
			without++
		}
	}
	switch {
	case f.AllTags && slices.ContainsFunc(f.Tags, func(name string) bool { return !tagged(name) }):
		return true
	case f.WithoutAllTags && without > 0 && without == len(f.WithoutTags), !f.WithoutAllTags && without > 0:
		return true
	case l.CreatedAt.Before(f.CreatedFrom), !f.CreatedBefore.IsZero() && !l.CreatedAt.Before(f.CreatedBefore):
		return true
	case f.Unspent && l.MaxClicks > 0 && l.UsedClicks >= l.MaxClicks:
		return true
	}
	return f.Unended && !l.ExpiresAt.IsZero() && !l.ExpiresAt.After(f.Now)
}

// selects reports whether a filter selects a link.
func selects(l *link.Link, f link.Filter, hidden []string) bool {
	status := l.StatusAt(f.Now)
	soon := status == link.Active && !l.ExpiresAt.IsZero() && !l.ExpiresAt.After(f.Now.Add(link.ExpiresSoon))
	if len(f.Statuses) > 0 && !slices.Contains(f.Statuses, status) && (!soon || !slices.Contains(f.Statuses, link.Expiring)) {
		return false
	}
	tagged := len(f.Tags) == 0 || slices.ContainsFunc(l.Tags, func(tag string) bool {
		return slices.ContainsFunc(f.Tags, func(wanted string) bool { return routing.Fold(tag) == routing.Fold(wanted) })
	})
	if !tagged || slices.Contains(hidden, l.FolderID) || (f.FolderID != "" && l.FolderID != f.FolderID) {
		return false
	}
	if (f.URL != "" && l.URL != f.URL) || (f.ExternalID != "" && l.ExternalID != f.ExternalID) {
		return false
	}
	if excludes(l, f) {
		return false
	}
	text := l.SearchText()
	return !slices.ContainsFunc(strings.Fields(routing.Fold(f.Search)), func(word string) bool { return !strings.Contains(text, word) })
}

// compareList reads all pages of a random list.
func (m *linkModel) compareList() {
	m.t.Helper()
	f, hidden := m.randomFilter()
	var want []*link.Link
	for _, l := range m.links {
		if selects(l, f, hidden) {
			want = append(want, l)
		}
	}
	slices.SortFunc(want, func(a, b *link.Link) int {
		order := 0
		switch f.Sort {
		case link.ByAlias:
			order = strings.Compare(a.FoldAlias(a.Alias()), b.FoldAlias(b.Alias()))
		case link.ByCreatedAt:
			order = a.CreatedAt.Compare(b.CreatedAt)
		case link.ByClickCount:
			order = cmp.Compare(a.ClickCount, b.ClickCount)
		case link.ByLastClickedAt:
			order = a.LastClickedAt.Compare(b.LastClickedAt)
		}
		if a.ClickCount == 0 && b.ClickCount == 0 && (f.Sort == link.ByClickCount || f.Sort == link.ByLastClickedAt) {
			order = a.CreatedAt.Compare(b.CreatedAt)
		}
		order = cmp.Or(order, strings.Compare(a.ID, b.ID))
		if f.Ascending {
			return order
		}
		return -order
	})
	view := access.Actor{WorkspaceID: m.owner.WorkspaceID, Role: access.Editor, Folders: &access.FolderLimits{Hidden: hidden}}.View()
	var got []string
	numbered := m.random.IntN(3) == 0
	f.CountAll = m.random.IntN(3) == 0
	for first := true; first || f.Cursor != "" || f.Offset > 0; first = false {
		page, err := m.s.Links(m.t.Context(), view, f)
		if err != nil {
			m.t.Fatal(err)
		}
		if (page.Total != len(want) || page.AtLeast) && (f.CountAll || page.Total != m.s.Few() || !page.AtLeast || len(want) <= page.Total) {
			m.t.Fatalf("%+v: total %d, at least %v; there are %d", f, page.Total, page.AtLeast, len(want))
		}
		for i := range page.Links {
			got = append(got, page.Links[i].ID)
		}
		switch {
		case !numbered:
			f.Cursor = page.NextCursor
		case page.NextCursor != "":
			f.Offset += f.Limit
		default:
			f.Offset = 0
		}
	}
	ids := make([]string, len(want))
	for i, l := range want {
		ids[i] = l.ID
	}
	if diff := gocmp.Diff(ids, got); diff != "" && len(ids)+len(got) > 0 {
		m.t.Fatalf("%+v, hidden %v: %s", f, hidden, diff)
	}
}

// compareCounts compares the counters with the links.
func (m *linkModel) compareCounts() {
	m.t.Helper()
	ctx, view := m.t.Context(), access.WholeWorkspace(m.owner.WorkspaceID)
	var want link.StatusCounts
	byLabel := map[string]int{}
	for _, l := range m.links {
		switch l.StatusAt(testkit.Day()) {
		case link.Active:
			want.Active++
			if selects(l, link.Filter{Statuses: []link.Status{link.Expiring}, Now: testkit.Day()}, nil) {
				want.Expiring++
			}
		case link.Scheduled:
			want.Scheduled++
		case link.Expired:
			want.Expired++
		case link.Archived:
			want.Archived++
		case link.Blocked:
			want.Blocked++
		}
		byLabel[l.FolderID]++
		for _, tag := range l.Tags {
			byLabel[routing.Fold(tag)]++
		}
	}
	got, err := m.s.CountLinksByStatus(ctx, view, testkit.Day())
	if err != nil || got != want {
		m.t.Fatalf("%+v, %v, want %+v", got, err, want)
	}
	if n, err := m.s.CountLinks(ctx, m.owner.WorkspaceID); err != nil || n != len(m.links) {
		m.t.Fatalf("%d links, %v, want %d", n, err, len(m.links))
	}
	usage, err := m.s.DomainUsage(ctx, view)
	if err != nil || len(usage) != 1 || usage[0].Links != len(m.links) {
		m.t.Fatalf("%+v, %v, want %d", usage, err, len(m.links))
	}
	for _, kind := range []label.Kind{label.Tag, label.Folder} {
		labels, err := m.s.LabelsOf(ctx, view, kind, label.Query{})
		if err != nil {
			m.t.Fatal(err)
		}
		for _, l := range labels.Labels {
			key := l.ID
			if kind == label.Tag {
				key = routing.Fold(l.Name)
			}
			if l.Links != byLabel[key] {
				m.t.Fatalf("%s %s has %d links, want %d", kind, l.Name, l.Links, byLabel[key])
			}
		}
	}
}

func TestCorrectLinkCounts_RepairsCounters(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		for i := range 3 {
			putLink(t, s, owner, func(l *link.Link) { l.Tags = []string{"spring"} }, fmt.Sprintf("l%d", i))
		}
		correct := func(want int64) {
			t.Helper()
			if n, err := s.CorrectLinkCounts(t.Context()); err != nil || n != want {
				t.Fatalf("%d corrected, %v, want %d", n, err, want)
			}
		}
		correct(0)
		for _, damage := range []string{
			`UPDATE link_counts SET links = 7`, `UPDATE tag_counts SET links = 0`,
			`INSERT INTO link_counts (workspace_id, folder_id, domain_id, state, links) SELECT workspace_id, 'fld_x', domain_id, 'open', 5 FROM link_counts`,
		} {
			if err := s.Exec(t.Context(), damage); err != nil {
				t.Fatal(err)
			}
		}
		correct(3)
		correct(0)
		if n, err := s.CountLinks(t.Context(), owner.WorkspaceID); err != nil || n != 3 {
			t.Errorf("%d links, %v", n, err)
		}
		tags, err := s.LabelsOf(t.Context(), owner.View(), label.Tag, label.Query{})
		if err != nil || len(tags.Labels) != 1 || tags.Labels[0].Links != 3 {
			t.Errorf("%+v, %v", tags, err)
		}
	})
}
