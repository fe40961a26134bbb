package records

import (
	"strings"
	"testing"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
)

// TestListLinks_PlansUseIndexes checks query plans: a page of many links is read by the
// index of its order and not sorted; few links are found by an index of their filter, and
// sorted unless there can only be one.
func TestListLinks_PlansUseIndexes(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	living := []link.Status{link.Active, link.Scheduled, link.Expired, link.Blocked}
	for name, c := range map[string]struct {
		filter link.Filter
		by     reading
		index  string
	}{
		"newest":                  {link.Filter{Sort: link.ByCreatedAt, Statuses: living}, byOrder, "COVERING INDEX links_newest"},
		"by alias":                {link.Filter{Sort: link.ByAlias, Ascending: true, Statuses: living}, byOrder, "COVERING INDEX links_by_alias"},
		"active":                  {link.Filter{Sort: link.ByCreatedAt, Statuses: []link.Status{link.Active}}, byOrder, "INDEX links_newest"},
		"a late page":             {link.Filter{Sort: link.ByCreatedAt, Statuses: living, Offset: 4450}, byOrder, "COVERING INDEX links_newest"},
		"a folder":                {link.Filter{Sort: link.ByCreatedAt, FolderID: "fld_1"}, byOrder, "INDEX links_newest"},
		"a tag":                   {link.Filter{Sort: link.ByCreatedAt, Tags: []string{"a"}}, byOrder, "INDEX links_newest"},
		"few expired":             {link.Filter{Sort: link.ByCreatedAt, Statuses: []link.Status{link.Expired}}, byFilter, "INDEX links_timed"},
		"few archived":            {link.Filter{Sort: link.ByAlias, Statuses: []link.Status{link.Archived}}, byFilter, "INDEX links_archived"},
		"few blocked":             {link.Filter{Sort: link.ByClickCount, Statuses: []link.Status{link.Blocked}}, byFilter, "INDEX links_blocked"},
		"few expired, by clicks":  {link.Filter{Sort: link.ByClickCount, Statuses: []link.Status{link.Expired}}, byFilter, "INDEX links_timed"},
		"few archived, by clicks": {link.Filter{Sort: link.ByClickCount, Statuses: []link.Status{link.Archived}}, byFilter, "INDEX links_archived"},
		"small folder, by clicks": {link.Filter{Sort: link.ByLastClickedAt, FolderID: "fld_1"}, byFilter, "INDEX links_by_folder"},
		"small folder":            {link.Filter{Sort: link.ByAlias, FolderID: "fld_1"}, byFilter, "INDEX links_by_folder"},
		"frequent":                {link.Filter{Sort: link.ByCreatedAt, Search: "spring"}, byOrder, "INDEX links_newest"},
		"rare word":               {link.Filter{Sort: link.ByCreatedAt, Search: "spring"}, byText, "SEARCH l USING INDEX sqlite_autoindex_links_1"},
		"an alias":                {link.Filter{Sort: link.ByCreatedAt, Domain: "go.example.com", Alias: "a"}, byFilter, "SEARCH l USING INDEX sqlite_autoindex_links_1"},
		"a destination":           {link.Filter{Sort: link.ByCreatedAt, URL: "https://example.com/"}, byFilter, "SEARCH k USING INDEX links_by_url"},
		"an external id":          {link.Filter{Sort: link.ByCreatedAt, ExternalID: "crm:7"}, byFilter, "SEARCH l USING INDEX links_by_external_id"},
		"rare tag":                {link.Filter{Sort: link.ByCreatedAt, Tags: []string{"a"}}, byFilter, "SEARCH l USING INDEX sqlite_autoindex_links_1"},
	} {
		c.filter.Now = time.UnixMilli(1).UTC()
		q := linkQuery{args: []any{"wsp_1"}, where: []string{`l.workspace_id = $1`, `l.deleted_at = 0`}}
		q.filter(c.filter, c.by)
		page := queryPlan(t, s, q.page(sortOf(c.filter), c.by, pageRange{100, 900}), q.args...)
		if !strings.Contains(page, c.index) || strings.Contains(page, "TEMP B-TREE FOR ORDER BY") != (c.by != byOrder && c.filter.ExternalID == "") {
			t.Errorf("%s: %s", name, page)
		}
	}
}

// TestListLinks_ByClicksUsesIndexes checks that neither half of a list in the order of clicks
// is sorted.
func TestListLinks_ByClicksUsesIndexes(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	v := access.WholeWorkspace("wsp_1")
	for sort, index := range map[link.Sort]string{link.ByClickCount: "link_clicks_most", link.ByLastClickedAt: "link_clicks_latest"} {
		for _, from := range []*cursor{nil, {Number: 3, ID: "lnk_1"}, {Second: 1, ID: "lnk_1"}} {
			f := link.Filter{Sort: sort, Tags: []string{"a"}, Search: "spring"}
			o := sortOf(f)
			for half, want := range map[*clickHalf]string{
				new(clicked(v, f, o, from)):   "SEARCH c USING COVERING INDEX " + index,
				new(unclicked(v, f, o, from)): "SEARCH l USING INDEX links_newest",
			} {
				plan := queryPlan(t, s, `SELECT l.id FROM `+half.from+half.query.whereText()+half.order+` LIMIT 50`, half.query.args...)
				if !strings.HasPrefix(plan, want) || strings.Contains(plan, "TEMP B-TREE FOR ORDER BY") {
					t.Errorf("%s from %+v: %s", sort, from, plan)
				}
			}
		}
	}
}

func TestCountLinksByStatus_ReadsOneIndexAlone(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	text, args := countTimed(access.WholeWorkspace("wsp_1"), time.UnixMilli(1).UTC())
	if plan := queryPlan(t, s, text, args...); !strings.Contains(plan, "COVERING INDEX links_timed") || strings.Contains(plan, ";") {
		t.Error(plan)
	}
}

// TestLinkDestinations_ReadsBlockedLinksAlone checks that the sweep of every minute does not
// visit the links that no deny-list blocks.
func TestLinkDestinations_ReadsBlockedLinksAlone(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if plan := queryPlan(t, s, destinationsQuery(true), "", 500); !strings.HasPrefix(plan, "SEARCH f USING") {
		t.Error(plan)
	}
}

func TestImportedClicks_ReadsTheirIndexAlone(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	text, args := importedClicks(access.WholeWorkspace("wsp_1"))
	if plan := queryPlan(t, s, text, args...); !strings.Contains(plan, "COVERING INDEX link_clicks_imported") || strings.Contains(plan, ";") {
		t.Error(plan)
	}
}

// plan returns how SQLite would run a query.
func queryPlan(t *testing.T, s *Store, query string, args ...any) string {
	t.Helper()
	steps, err := queryAll(t.Context(), s.read, func(row scanner) (string, error) {
		var id, parent, unused int
		var detail string
		err := row.Scan(&id, &parent, &unused, &detail)
		return detail, err
	}, `EXPLAIN QUERY PLAN `+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "; ")
}
