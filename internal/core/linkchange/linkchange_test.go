package linkchange_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/linkchange"
	"linnet/internal/core/queue"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// bench is a workspace with links and the jobs that change them.
type bench struct {
	testkit.Unguarded

	t       *testing.T
	store   *records.Store
	clock   *clock.Manual
	owner   access.Actor
	links   *link.Service
	jobs    *job.Service
	changes *linkchange.Service
	steps   *steps
}

// steps is a store whose process is killed before it stores a step.
type steps struct {
	*records.Store
	left int // steps until the end; negative: never
}

var errKilled = errors.New("the process was killed")

func (s *steps) StepJob(ctx context.Context, st job.Step) error {
	if s.left == 0 {
		return errKilled
	}
	s.left--
	return s.Store.StepJob(ctx, st)
}

func newBench(t *testing.T, s *records.Store) *bench {
	b := &bench{t: t, store: s, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s), steps: &steps{Store: s, left: -1}}
	domains := domain.New(domain.Deps{Store: s, Clock: b.clock, Limits: b.Limits})
	b.links = link.New(link.Deps{Store: s, Domains: domains, Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1}), Clock: b.clock}, b)
	b.jobs = job.NewService(s, b.Limits, b.clock)
	b.changes = linkchange.NewService(linkchange.Deps{
		Steps: b.steps, Files: s, Jobs: b.jobs, Links: b.links, Clock: b.clock,
		ActorFor: workspace.NewService(s, testkit.NoLimits, b.clock).ActorFor,
	})
	return b
}

// add creates n links with tags. Their aliases begin with the name.
func (b *bench) add(n int, name string, tags ...string) {
	b.t.Helper()
	drafts := make([]link.Draft, n)
	for i := range drafts {
		alias := fmt.Sprintf("%s-%d", name, i)
		drafts[i] = link.Draft{Alias: &alias, Settings: link.DefaultSettings()}
		drafts[i].URL, drafts[i].Tags = "https://example.com/"+alias, tags
		b.clock.Advance(time.Millisecond)
	}
	results, err := b.links.CreateMany(b.t.Context(), b.owner, drafts)
	b.check(err)
	for _, r := range results {
		b.check(r.Err)
	}
}

func (b *bench) check(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// run runs all jobs that are due, and returns the given one.
func (b *bench) run(j job.Job, err error) job.Job {
	b.t.Helper()
	b.check(err)
	for range 50 {
		b.runOnce()
		if j, err = b.jobs.Get(b.t.Context(), b.owner, j.ID); j.State.Ended() {
			break
		}
		b.clock.Advance(5 * time.Minute)
	}
	b.check(err)
	return j
}

func (b *bench) runOnce() {
	b.t.Helper()
	log := slog.New(slog.DiscardHandler)
	runner := job.NewRunner(job.RunnerDeps{Store: b.store, Handlers: map[job.Kind]job.Handler{job.Change: b.changes.Run}, Clock: b.clock, Log: log})
	_, err := queue.New(queue.Deps{Store: b.store, Kinds: []queue.Kind{runner.Kind()}, Clock: b.clock, Log: log}).RunOne(b.t.Context(), job.TaskKind, "")
	b.check(err)
}

// state describes all links: alias, destination, tags, status and version, and the deleted ones.
func (b *bench) state(versions bool) []string {
	b.t.Helper()
	var out []string
	f := link.Filter{Limit: 100}
	for {
		page, err := b.links.List(b.t.Context(), b.owner, f)
		b.check(err)
		for _, l := range page.Links {
			text := fmt.Sprint(l.Alias(), " ", l.URL, " ", l.Tags, " ", l.FolderID, " ", l.Archived, " ", l.ExpiresAt.Unix())
			if versions {
				text += fmt.Sprint(" ", l.Version)
			}
			out = append(out, text)
		}
		if f.Cursor = page.NextCursor; f.Cursor == "" {
			slices.Sort(out)
			return out
		}
	}
}

func (b *bench) count(f link.Filter) int {
	b.t.Helper()
	page, err := b.links.List(b.t.Context(), b.owner, f)
	b.check(err)
	return page.Total
}

func (b *bench) report(id string) string {
	b.t.Helper()
	r, err := b.changes.Report(b.t.Context(), b.owner, id)
	b.check(err)
	raw, err := io.ReadAll(r)
	b.check(err)
	return string(raw)
}

func (b *bench) find(alias string) *link.Link {
	b.t.Helper()
	l, err := b.links.Lookup(b.t.Context(), b.owner, "", alias)
	b.check(err)
	return l
}

func tagged(tag string) linkchange.Selection {
	return linkchange.Selection{Filter: link.Filter{Tags: []string{tag}}}
}

func TestUpdate_ChangesTheLinksOfTheFilterAndIsUndone(t *testing.T) {
	t.Parallel()
	until := testkit.Day().Add(48 * time.Hour)
	for name, changes := range map[string]linkchange.Changes{
		"destination": {URL: new("https://example.org/new")},
		"added tags":  {AddTags: []string{"old", "winter"}},
		// The filter no longer selects a link that was changed.
		"removed tag":   {RemoveTags: []string{"spring"}},
		"replaced tags": {Tags: &[]string{"winter"}},
		"archived":      {Archived: new(true)},
		"end":           {ExpiresAt: &until},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				b := newBench(t, s)
				b.add(230, "a", "spring", "old")
				b.add(5, "b", "old")
				before := b.state(false)
				j := b.run(b.changes.Update(t.Context(), b.owner, tagged("spring"), changes))
				if j.State != job.Done || j.Done != 230 || j.Total != 230 || j.Failed != 0 {
					t.Fatalf("%s, %d of %d, %d failed: %s", j.State, j.Done, j.Total, j.Failed, j.Message)
				}
				changed := 0
				for i, text := range b.state(false) {
					if text != before[i] {
						changed++
					}
				}
				if changed != 230 {
					t.Errorf("%d links are changed", changed)
				}
				u := b.run(b.changes.Undo(t.Context(), b.owner, j.ID))
				if after := b.state(false); u.State != job.Done || u.Failed != 0 || !slices.Equal(after, before) {
					t.Errorf("after the undo: %s, %d failed; first link %s, before %s", u.State, u.Failed, after[0], before[0])
				}
			})
		})
	}
}

func TestDelete_IsRestoredByUndo(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := newBench(t, s)
		b.add(150, "a", "spring")
		b.add(5, "b")
		before := b.state(false)
		j := b.run(b.changes.Delete(t.Context(), b.owner, tagged("spring")))
		if n := b.count(link.Filter{}); j.State != job.Done || n != 5 {
			t.Fatalf("%s: %d links are left", j.State, n)
		}
		b.run(b.changes.Undo(t.Context(), b.owner, j.ID))
		if after := b.state(false); !slices.Equal(after, before) {
			t.Errorf("%d links after the undo, %d before", len(after), len(before))
		}
	})
}

func TestRun_RepeatsAnInterruptedStepWithoutChangingLinksTwice(t *testing.T) {
	t.Parallel()
	for left := range 4 {
		t.Run(fmt.Sprintf("killed before step %d", left+1), func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				b := newBench(t, s)
				b.add(230, "a", "spring")
				before := b.state(false)
				killed := func(j job.Job, err error) job.Job {
					t.Helper()
					b.check(err)
					b.steps.left = left
					b.runOnce()
					b.steps.left = -1
					j = b.run(j, nil)
					if j.State != job.Done || j.Done != 230 || j.Failed != 0 {
						t.Fatalf("%s: %s, %d done, %d failed:\n%s", j.Name, j.State, j.Done, j.Failed, b.report(j.ID))
					}
					return j
				}
				update := killed(b.changes.Update(t.Context(), b.owner, tagged("spring"), linkchange.Changes{RemoveTags: []string{"spring"}}))
				for _, text := range b.state(true) {
					if !strings.HasSuffix(text, " 2") {
						t.Fatalf("%s: want version 2", text)
					}
				}
				killed(b.changes.Undo(t.Context(), b.owner, update.ID))
				if !slices.Equal(b.state(false), before) {
					t.Error("the undo did not restore all")
				}
				remove := killed(b.changes.Delete(t.Context(), b.owner, tagged("spring")))
				if n := b.count(link.Filter{}); n != 0 {
					t.Errorf("%d links are left", n)
				}
				killed(b.changes.Undo(t.Context(), b.owner, remove.ID))
				if !slices.Equal(b.state(false), before) {
					t.Error("the undo did not restore all")
				}
			})
		})
	}
}

func TestUndo_LeavesLinksThatWereChangedSince(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	b.add(3, "a", "spring")
	j := b.run(b.changes.Update(t.Context(), b.owner, tagged("spring"), linkchange.Changes{URL: new("https://example.org/new")}))
	_, err := b.links.Update(t.Context(), b.owner, b.find("a-1").ID, nil, func(d *link.Draft) { d.URL = "https://example.org/newer" })
	b.check(err)
	u := b.run(b.changes.Undo(t.Context(), b.owner, j.ID))
	if u.State != job.Done || u.Done != 3 || u.Failed != 1 {
		t.Errorf("%s, %d done, %d failed", u.State, u.Done, u.Failed)
	}
	if got := b.find("a-1").URL; got != "https://example.org/newer" {
		t.Errorf("the newer change is lost: %s", got)
	}
	if report := b.report(u.ID); !strings.Contains(report, b.find("a-1").ID+",,,This link was changed in the meantime.") {
		t.Errorf("the report says %s", report)
	}
	if _, err := b.changes.Undo(t.Context(), b.owner, u.ID); !fault.Is(err, fault.Conflict) {
		t.Errorf("undo of an undo: %v", err)
	}
}

func TestDelete_UneditedLeavesOutEditedLinks(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	b.add(3, "a", "spring")
	_, err := b.links.Update(t.Context(), b.owner, b.find("a-1").ID, nil, func(d *link.Draft) { d.Title = "Edited" })
	b.check(err)
	selected := tagged("spring")
	selected.Unedited = true
	j := b.run(b.changes.Delete(t.Context(), b.owner, selected))
	if n := b.count(link.Filter{}); n != 1 || j.Failed != 1 || !strings.Contains(b.report(j.ID), "This link was edited.") {
		t.Errorf("%d links are left, %d failed", n, j.Failed)
	}
	b.find("a-1")
	u := b.run(b.changes.Undo(t.Context(), b.owner, j.ID))
	if n := b.count(link.Filter{}); n != 3 || u.Done != 2 || u.Total != 2 || u.Failed != 0 {
		t.Errorf("undo: %d links, %d of %d done, %d failed", n, u.Done, u.Total, u.Failed)
	}
}

func TestUpdate_ReportsLinksThatCannotBeChanged(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	b.add(3, "a", "spring")
	j := b.run(b.changes.Update(t.Context(), b.owner, tagged("spring"), linkchange.Changes{FolderID: new("fld_none")}))
	if j.State != job.Done || j.Failed != 3 || strings.Count(b.report(j.ID), "folder") < 3 {
		t.Errorf("%s, %d failed:\n%s", j.State, j.Failed, b.report(j.ID))
	}
}

func TestService_RefusesRequests(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	b.add(1, "a", "spring")
	viewer := b.owner
	viewer.UserID, viewer.Role = "usr_viewer", access.Viewer
	archive := linkchange.Changes{Archived: new(true)}
	for name, c := range map[string]struct {
		actor    access.Actor
		selected linkchange.Selection
		changes  linkchange.Changes
		want     fault.Code
	}{
		"no filter":          {b.owner, linkchange.Selection{}, archive, fault.Invalid},
		"a filter of spaces": {b.owner, linkchange.Selection{Filter: link.Filter{Search: "  "}}, archive, fault.Invalid},
		"no change":          {b.owner, tagged("spring"), linkchange.Changes{}, fault.Invalid},
		"two kinds of tags":  {b.owner, tagged("spring"), linkchange.Changes{Tags: &[]string{}, AddTags: []string{"x"}}, fault.Invalid},
		"an unknown status":  {b.owner, linkchange.Selection{Filter: link.Filter{Statuses: []link.Status{"lost"}}}, archive, fault.Invalid},
		"a viewer":           {viewer, tagged("spring"), archive, fault.Forbidden},
	} {
		if _, err := b.changes.Update(t.Context(), c.actor, c.selected, c.changes); fault.CodeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	stranger := testkit.Owner(t, b.store)
	j := b.run(b.changes.Update(t.Context(), b.owner, linkchange.Selection{All: true}, archive))
	if _, err := b.changes.Undo(t.Context(), stranger, j.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("another workspace: %v", err)
	}
	if _, err := b.changes.Report(t.Context(), stranger, j.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("another workspace: %v", err)
	}
}
