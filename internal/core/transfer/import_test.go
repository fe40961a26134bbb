package transfer_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/pagetitle"
	"linnet/internal/core/queue"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// tally formats a job's figures.
func tally(j job.Job) string {
	f := transfer.TallyOf(j)
	return fmt.Sprintf("%s: %d/%d, %d created, %d updated, %d skipped, %d failed", j.State, j.Done, j.Total, f.Created, f.Updated, f.Skipped, j.Failed)
}

func TestImport_BitlyExport(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		j := in.imported("created_at,id,link,custom_bitlinks,long_url,title,archived,tags,total clicks\n"+
			`2020-10-26T17:20:40+0000,bit.ly/abc,https://bit.ly/abc,"https://bit.ly/spring, https://bit.ly/Sale",https://example.com/?a=1,"Spring ""sale""",false,"spring,mail","1,240"`+"\n"+
			"2021-01-01T00:00:00+0000,bit.ly/old,https://bit.ly/old,,https://example.com/old,,true,,0\n"+
			"2021-01-01T00:00:00+0000,bit.ly/bad,https://bit.ly/bad,,javascript:alert(1),,false,,0\n",
			transfer.Options{})
		if got, want := tally(j), "done: 3/3, 2 created, 0 updated, 0 skipped, 1 failed"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		l := in.find("abc")
		got := []any{l.URL, l.Title, l.Tags, l.Aliases, l.ClickCount, l.OpeningClicks, l.CreatedAt, l.Archived, l.Domain}
		want := []any{"https://example.com/?a=1", `Spring "sale"`, []string{"mail", "spring"}, []string{"abc", "spring", "Sale"}, int64(1240), int64(1240),
			time.Date(2020, 10, 26, 17, 20, 40, 0, time.UTC), false, testkit.Host}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if !in.find("old").Archived {
			t.Error("an archived link came in active")
		}
		rows := in.report(j.ID)
		if len(rows) != 3 || !strings.HasPrefix(rows[0], "1,2,created,http://localhost:8080/abc,") || !strings.Contains(rows[2], "3,4,failed,https://bit.ly/bad,javascript:alert(1),\"url: ") {
			t.Errorf("the report says\n%s", strings.Join(rows, "\n"))
		}
		if history, err := in.links.History(t.Context(), in.owner, l.ID); err != nil || len(history) != 1 {
			t.Errorf("the link's history: %v, %v", history, err)
		}
		if left := in.job(j.ID); left.InputID != "" {
			t.Error("the upload of an import that is done is still kept")
		}
		if err := in.links.Delete(t.Context(), in.owner, l.ID); err != nil {
			t.Fatal(err)
		}
		if sum, err := in.links.ImportedClicks(t.Context(), in.owner); err != nil || sum != 1240 {
			t.Errorf("%d imported clicks in the workspace, %v; want the 1240 of the deleted link", sum, err)
		}
	})
}

func TestImport_LinksAreFoundByTheirImport(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		first := in.imported("Bitlink,Custom Bitlink,Long URL\nhttps://bit.ly/a1,https://bit.ly/spring,https://example.com/a\n", transfer.Options{})
		second := in.imported("alias,url\nb1,https://example.com/b\nb2,https://example.com/c\n", transfer.Options{})
		dry := in.imported("alias,url\nb3,https://example.com/d\n", transfer.Options{DryRun: true})
		for id, want := range map[string][]string{first.ID: {"a1"}, second.ID: {"b1", "b2"}, dry.ID: nil, "job_other": nil} {
			page, err := in.links.List(t.Context(), in.owner, link.Filter{ImportID: id, Sort: link.ByAlias, Ascending: true})
			if err != nil || page.Total != len(want) {
				t.Fatalf("import %s: total %d, error %v; want %d", id, page.Total, err, len(want))
			}
			for i, l := range page.Links {
				if l.Alias() != want[i] || l.Version != 1 {
					t.Errorf("import %s: link %d is %s, version %d; want %s, version 1", id, i, l.Alias(), l.Version, want[i])
				}
			}
		}
		if l := in.find("a1"); !slices.Equal(l.Aliases, []string{"a1", "spring"}) {
			t.Errorf("aliases %v, want the custom one as well", l.Aliases)
		}
		stranger := testkit.Owner(t, s)
		if page, err := in.links.List(t.Context(), stranger, link.Filter{ImportID: second.ID}); err != nil || page.Total != 0 {
			t.Errorf("another workspace finds %d links, error %v", page.Total, err)
		}
	})
}

func TestImport_ConflictOptions(t *testing.T) {
	t.Parallel()
	const file = "alias,url,title,clicks\nlaunch,https://example.com/new,New,7\nfresh,https://example.com/f,,\nfresh,https://example.com/g,Twice,\ngone,https://example.com/x,,\n"
	cases := map[transfer.Policy]struct {
		tally, launch, fresh string
		links                int
		rows                 []string
	}{
		transfer.Skip: {"done: 4/4, 1 created, 0 updated, 3 skipped, 0 failed", "https://example.com/old ", "https://example.com/f ", 2,
			[]string{"skipped", "created", "skipped", "skipped"}},
		transfer.Suffix: {"done: 4/4, 4 created, 0 updated, 0 skipped, 0 failed", "https://example.com/old ", "https://example.com/f ", 5,
			[]string{"created,http://localhost:8080/launch-2", "created", "created,http://localhost:8080/fresh-2", "created,http://localhost:8080/gone-2"}},
		transfer.Update: {"done: 4/4, 1 created, 2 updated, 0 skipped, 1 failed", "https://example.com/new New", "https://example.com/g Twice", 2,
			[]string{"updated", "created", "updated", "failed"}},
	}
	for policy, c := range cases {
		t.Run(string(policy), func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				in := newInstall(t, s)
				for _, alias := range []string{"launch", "gone"} {
					if _, err := in.links.Create(t.Context(), in.owner, link.Draft{Alias: &alias, Settings: link.Settings{URL: "https://example.com/old"}}); err != nil {
						t.Fatal(err)
					}
				}
				if err := in.links.Delete(t.Context(), in.owner, in.find("gone").ID); err != nil {
					t.Fatal(err)
				}
				j := in.imported(file, transfer.Options{OnConflict: policy})
				if got := tally(j); got != c.tally {
					t.Errorf("%s, want %s", got, c.tally)
				}
				for i, row := range in.report(j.ID) {
					if !strings.Contains(row, ","+c.rows[i]) {
						t.Errorf("row %d: %s, want %s", i+1, row, c.rows[i])
					}
				}
				const deleted = "This alias belongs to a deleted link."
				if row := in.report(j.ID)[3]; strings.Contains(row, deleted) != (policy != transfer.Suffix) {
					t.Errorf("the row with the alias of a deleted link: %s", row)
				}
				for alias, want := range map[string]string{"launch": c.launch, "fresh": c.fresh} {
					if l := in.find(alias); l.URL+" "+l.Title != want {
						t.Errorf("%s is %s %s, want %s", alias, l.URL, l.Title, want)
					}
				}
				if got := in.count(); got != c.links {
					t.Errorf("%d links, want %d", got, c.links)
				}
			})
		})
	}
}

// YOURLS in base 62 and others have codes that differ only in case. On a domain that
// ignores case, none of them is lost without a word.
func TestImport_ReportsCodesThatDifferOnlyInCase(t *testing.T) {
	t.Parallel()
	const file = "alias,url\nyA,https://example.com/1\nYa,https://example.com/2\nyA,https://example.com/3\nYA,https://example.com/1\nold,https://example.com/4\n"
	for policy, want := range map[transfer.Policy]struct {
		tally     string
		otherCase int
	}{
		// The same code twice is a repetition. Another one that leads to the same
		// destination loses nothing, unless a row before has changed that.
		transfer.Skip:   {"done: 5/5, 1 created, 0 updated, 2 skipped, 2 failed", 2},
		transfer.Update: {"done: 5/5, 1 created, 1 updated, 0 skipped, 3 failed", 3},
		transfer.Suffix: {"done: 5/5, 5 created, 0 updated, 0 skipped, 0 failed", 2},
	} {
		t.Run(string(policy), func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				in := newInstall(t, s)
				if _, err := in.links.Create(t.Context(), in.owner, link.Draft{Alias: new("Old"), Settings: link.Settings{URL: "https://example.com/kept"}}); err != nil {
					t.Fatal(err)
				}
				j := in.upload(file)
				p, err := in.transfer.Preview(t.Context(), in.owner, j.ID, transfer.Options{OnConflict: policy})
				if err != nil || p.OtherCase != want.otherCase {
					t.Errorf("preview: %d in another case, %v", p.OtherCase, err)
				}
				j = in.imported(file, transfer.Options{OnConflict: policy})
				if got := tally(j); got != want.tally {
					t.Errorf("%s, want %s\n%s", got, want.tally, strings.Join(in.report(j.ID), "\n"))
				}
				if policy != transfer.Suffix && !strings.Contains(strings.Join(in.report(j.ID), "\n"), "differs only in case from “yA”") {
					t.Errorf("the report does not name the codes: %s", in.report(j.ID))
				}
				if l := in.find("old"); l.URL != "https://example.com/kept" {
					t.Errorf("an existing link was changed: %s", l.URL)
				}
			})
		})
	}
}

// The opening clicks of a link are counted once, however often it is imported.
func TestImport_CountsOpeningClicksOnce(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	update := transfer.Options{OnConflict: transfer.Update}
	in.imported("alias,url,clicks\na,https://example.com/,100\n", update)
	l := in.find("a")
	if err := in.store.SetLinkClicks(t.Context(), []clickcount.Clicks{{LinkID: l.ID, Clicks: 10, LastClickedAt: testkit.Day()}}); err != nil {
		t.Fatal(err)
	}
	want := func(when string, total, opening int64) {
		t.Helper()
		if l := in.find("a"); l.ClickCount != total || l.OpeningClicks != opening {
			t.Errorf("%s: %d clicks, %d of them brought along; want %d and %d", when, l.ClickCount, l.OpeningClicks, total, opening)
		}
	}
	want("10 clicks later", 110, 100)
	in.imported(in.exported(transfer.CSV), update)
	want("after its own export", 110, 100)
	in.imported("alias,url,clicks\na,https://example.com/,100\n", update)
	want("after the same file", 110, 100)
	in.imported("alias,url,clicks\na,https://example.com/,500\n", update)
	want("after a later export of all clicks", 500, 490)
	if v := in.find("a").Version; v != 1 {
		t.Errorf("its clicks alone made version %d", v)
	}
	page, err := in.links.List(t.Context(), in.owner, link.Filter{Sort: link.ByClickCount})
	if err != nil || page.Links[0].ClickCount != 500 {
		t.Errorf("the list says %v, %v", page, err)
	}
}

func TestImport_ReportsPlanLimitBeforeStart(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	in.limit = 3
	taken := "a"
	if _, err := in.links.Create(t.Context(), in.owner, link.Draft{Alias: &taken, Settings: link.Settings{URL: "https://example.com/old"}}); err != nil {
		t.Fatal(err)
	}
	file := "alias,url\na,https://example.com/a\nb,https://example.com/b\nc,https://example.com/c\nd,https://example.com/d\n"
	j := in.upload(file)
	_, err := in.transfer.Start(t.Context(), in.owner, j.ID, transfer.Options{OnConflict: transfer.Update})
	if !fault.Is(err, fault.LimitReached) || !strings.Contains(err.Error(), "room for 2 more") {
		t.Fatalf("got %v, want a sentence that says how many fit", err)
	}
	if p, err := in.transfer.Preview(t.Context(), in.owner, j.ID, transfer.Options{OnConflict: transfer.Update}); err != nil || p.Room != 2 || p.Counts[transfer.Updated] != 1 {
		t.Errorf("the preview says %+v, %v", p, err)
	}
	if _, err := in.transfer.Start(t.Context(), in.owner, j.ID, transfer.Options{OnConflict: transfer.Update, Partly: true}); err != nil {
		t.Fatal(err)
	}
	j = in.run(j.ID)
	if got, want := tally(j), "done: 4/4, 2 created, 1 updated, 0 skipped, 1 failed"; got != want || in.count() != 3 {
		t.Errorf("%s with %d links, want %s", got, in.count(), want)
	}
	// What makes no new link needs no room.
	again := in.upload("alias,url\na,https://example.com/1\nb,https://example.com/2\nc,https://example.com/3\nb,https://example.com/4\n")
	if _, err := in.transfer.Start(t.Context(), in.owner, again.ID, transfer.Options{OnConflict: transfer.Update}); err != nil {
		t.Errorf("an update of links that are there: %v", err)
	}
}

func TestImport_DryRunStoresNothing(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.imported("alias,url,folder,tags\na,https://example.com/a,Summer,x\na,https://example.com/b,,\n,nonsense,,\n", transfer.Options{DryRun: true})
	if got, want := tally(j), "done: 3/3, 1 created, 0 updated, 1 skipped, 1 failed"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if in.count() != 0 || len(in.report(j.ID)) != 3 {
		t.Errorf("%d links were made, and %d rows reported", in.count(), len(in.report(j.ID)))
	}
}

func TestImport_PreviewShowsResult(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.upload("Short link;Destination URL;Clicks\nhttps://dub.sh/a;https://example.com/a;5\nhttps://dub.sh/a b;https://example.com/b;many\nhttps://dub.sh/c;;1\n")
	p, err := in.transfer.Preview(t.Context(), in.owner, j.ID, transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p.Service != "Dub" || p.Rows != 3 || p.Judged != 3 || p.Room != -1 {
		t.Errorf("%+v", p)
	}
	if diff := cmp.Diff([]string{"dub.sh"}, p.Foreign); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[transfer.Action]int{transfer.Created: 1, transfer.Failed: 2}, p.Counts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"5", "many", "1"}, p.Columns[2].Samples); diff != "" || p.Columns[2].Field != transfer.Clicks {
		t.Errorf("%v %s", p.Columns[2], diff)
	}
	var blamed []string
	for _, row := range p.Shown {
		for _, f := range row.Faults {
			blamed = append(blamed, fmt.Sprintf("%d %s", row.Line, f.Field))
		}
	}
	if diff := cmp.Diff([]string{"3 alias", "4 url"}, blamed); diff != "" {
		t.Error(diff)
	}
	if note := p.Shown[1].Note; !strings.HasPrefix(note, "clicks: “many” was not read.") {
		t.Errorf("the note is %q", note)
	}
}

func TestImport_RejectsInvalidOptions(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.upload("a,b\nx,y\n")
	for want, o := range map[string]transfer.Options{
		"mapping.url":   {},
		"mapping.title": {Mapping: map[transfer.Field]string{transfer.URL: "a", transfer.Title: "c"}},
		"mapping.nose":  {Mapping: map[transfer.Field]string{transfer.URL: "a", "nose": "b"}},
		"onConflict":    {Mapping: map[transfer.Field]string{transfer.URL: "a"}, OnConflict: "maybe"},
		"domain":        {Mapping: map[transfer.Field]string{transfer.URL: "a"}, Domain: "bit.ly"},
	} {
		_, err := in.transfer.Start(t.Context(), in.owner, j.ID, o)
		if f := fieldOf(err); f != want {
			t.Errorf("%+v: %v blames %q, want %q", o, err, f, want)
		}
	}
}

func TestImport_RejectsPendingDomains(t *testing.T) {
	t.Parallel()
	s := testkit.SQLite(t)
	in := newInstall(t, s)
	const host = "go.brand.example"
	if _, err := domain.New(domain.Deps{Store: s, Clock: in.clock, Limits: in.Limits}).Create(t.Context(), in.owner, host); err != nil {
		t.Fatal(err)
	}
	const want = host + " is not verified yet. Finish its setup, or choose another domain."
	chosen := in.upload("a\nhttps://example.com/\n")
	_, err := in.transfer.Start(t.Context(), in.owner, chosen.ID, transfer.Options{
		Mapping: map[transfer.Field]string{transfer.URL: "a"}, Domain: host,
	})
	if fieldOf(err) != "domain" || !strings.Contains(err.Error(), want) {
		t.Errorf("the chosen domain: %v", err)
	}
	j := in.imported("url,domain\nhttps://example.com/,"+host+"\nhttps://example.com/b,\n", transfer.Options{})
	if rows := in.report(j.ID); j.Failed != 1 || !strings.Contains(strings.Join(rows, "\n"), want) {
		t.Errorf("the domain of a row: %d failed, %q", j.Failed, rows)
	}
}

func TestImport_IsOnTheDomainOfNewLinksAtItsStart(t *testing.T) {
	t.Parallel()
	s := testkit.SQLite(t)
	in := newInstall(t, s)
	d := testkit.Domain(t, s, in.owner.WorkspaceID, "go.brand.example")
	testkit.NewLinksOn(t, s, in.owner.WorkspaceID, d.ID)
	j := in.upload("alias,url,domain\nspring,https://example.com/,\nautumn,https://example.com/b," + testkit.Host + "\n")
	if _, err := in.transfer.Start(t.Context(), in.owner, j.ID, transfer.Options{}); err != nil {
		t.Fatal(err)
	}
	testkit.NewLinksOn(t, s, in.owner.WorkspaceID, "")
	in.run(j.ID)
	for alias, host := range map[string]string{"spring": d.Host, "autumn": testkit.Host} {
		if _, err := in.links.Lookup(t.Context(), in.owner, host, alias); err != nil {
			t.Errorf("%s on %s: %v", alias, host, err)
		}
	}
}

func TestImport_RejectsProtectedLinkWithoutPassword(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.imported("alias,url,password\nopen,https://example.com/,false\nshut,https://example.com/,true\nnew,https://example.com/,Correct-Horse-1\n", transfer.Options{})
	if got, want := tally(j), "done: 3/3, 2 created, 0 updated, 0 skipped, 1 failed"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if in.find("new").PasswordHash == "" || in.find("open").PasswordHash != "" {
		t.Error("passwords do not follow the file")
	}
}

func fieldOf(err error) string {
	if f, ok := err.(*fault.Error); ok && len(f.Fields) > 0 { //nolint:errorlint // services return faults unwrapped
		return f.Fields[0].Field
	}
	return ""
}

func TestImport_HashesOnlyWhatItStores(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		hashes := &hashCounter{}
		in.links = link.New(link.Deps{Store: s, Domains: domain.New(domain.Deps{Store: s, Clock: in.clock, Limits: in.Limits}), Hasher: hashes, Clock: in.clock}, in)
		steps := &stepCounter{Store: s}
		in.transfer = in.services(steps)
		var rows strings.Builder
		rows.WriteString("url,alias,password\n")
		const links = 50
		for i := range links {
			fmt.Fprintf(&rows, "https://example.com/,link-%d,secret\n", i)
		}
		file := rows.String()
		in.imported(file, transfer.Options{OnConflict: transfer.Skip})
		if hashes.n != links || steps.most > link.MaxNewPasswords {
			t.Errorf("%d links took %d hashes, at most %d in a step", links, hashes.n, steps.most)
		}
		j := in.imported(file, transfer.Options{OnConflict: transfer.Skip})
		if hashes.n != links || j.Done != links {
			t.Errorf("%d rows that were skipped took %d hashes", j.Done, hashes.n-links)
		}
		in.imported(file, transfer.Options{OnConflict: transfer.Update})
		if hashes.n != 2*links || steps.most > link.MaxNewPasswords {
			t.Errorf("%d changed links took %d hashes, at most %d in a step", links, hashes.n-links, steps.most)
		}
	})
}

// hashCounter counts hashes.
type hashCounter struct{ n int }

func (c *hashCounter) Hash(_ context.Context, plain string) (string, error) {
	c.n++
	return fmt.Sprintf("hash %d of %s", c.n, plain), nil
}

// stepCounter notes how many links one step changed at most.
type stepCounter struct {
	transfer.Store
	most int
}

func (c *stepCounter) ImportBatch(ctx context.Context, b transfer.Batch) error {
	c.most = max(c.most, len(b.New)+len(b.Changed))
	return c.Store.ImportBatch(ctx, b)
}

func TestImport_StopsWhenTheWorkspaceIsSuspended(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		in.limit = 2000
		in.transfer = in.services(&suspendingStore{Store: s, suspend: func() error {
			return s.SetWorkspaceSuspended(t.Context(), in.owner.WorkspaceID, true, event.Event{At: in.clock.Now()})
		}})
		const rows = 1200
		j := in.imported("url\n"+strings.Repeat("https://example.com/\n", rows), transfer.Options{OnConflict: transfer.Skip})
		if j.State != job.Failed || j.Done == 0 || j.Done >= rows {
			t.Errorf("got %s after %d of %d rows", j.State, j.Done, rows)
		}
	})
}

// suspendingStore suspends the workspace after the first batch of an import.
type suspendingStore struct {
	transfer.Store
	suspend func() error
}

func (s *suspendingStore) ImportBatch(ctx context.Context, b transfer.Batch) error {
	if err := s.Store.ImportBatch(ctx, b); err != nil {
		return err
	}
	return s.suspend()
}

// TestImport_FetchesNoTitlesOfLargeFiles ends imports after their first batch.
func TestImport_FetchesNoTitlesOfLargeFiles(t *testing.T) {
	t.Parallel()
	for rows, want := range map[int]bool{transfer.MaxFetchedTitles: true, transfer.MaxFetchedTitles + 1: false} {
		s := testkit.SQLite(t)
		end := func() error { return fault.New(fault.Invalid, "The test ends the import.") }
		in := newInstall(t, s, func(kept transfer.Store) transfer.Store { return &suspendingStore{kept, end} })
		in.imported("url\n"+strings.Repeat("https://example.com/\n", rows), transfer.Options{})
		_, err := s.ClaimTask(t.Context(), queue.Claim{Lease: queue.Lease{Kind: pagetitle.TaskKind, Owner: "test"}, Now: in.clock.Now(), Until: in.clock.Now().Add(time.Hour)})
		if found := err == nil; found != want || (err != nil && !fault.Is(err, fault.NotFound)) {
			t.Errorf("%d rows: a title is fetched: %v, %v", rows, found, err)
		}
	}
}

func TestUpload_ReadsGzip(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	text := "alias,url\n" + strings.Repeat("one,https://example.com/\n", 20_000) // more than a chunk
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	j, err := in.transfer.Upload(t.Context(), in.owner, "links.csv.gz", bytes.NewReader(zipped.Bytes()))
	if err != nil || j.Name != "links.csv" || j.Total != 20_000 {
		t.Fatalf("%s with %d rows: %v", j.Name, j.Total, err)
	}
	raw := zipped.Bytes()
	changed := slices.Clone(raw)
	changed[len(changed)-6] ^= 1 // the checksum
	for name, file := range map[string][]byte{"a header alone": raw[:9], "half of it": raw[:len(raw)/2], "another checksum": changed} {
		if _, err := in.transfer.Upload(t.Context(), in.owner, "links.csv.gz", bytes.NewReader(file)); !fault.Rejects(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := in.transfer.Upload(t.Context(), in.owner, "links.csv", strings.NewReader("a")); !fault.Is(err, fault.Invalid) {
		t.Errorf("a file of one byte: %v", err)
	}
	cut := io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF)) // as net/http reads a body that ends early
	if _, err := in.transfer.Upload(t.Context(), in.owner, "links.csv", cut); !fault.Is(err, fault.Malformed) {
		t.Errorf("half an upload: %v", err)
	}
}
