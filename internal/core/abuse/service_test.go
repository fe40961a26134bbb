package abuse_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/abuse"
)

// desk is a service with the reports that it stored and the notifications that it
// sent.
type desk struct {
	*abuse.Service
	clock *clock.Manual
	log   bytes.Buffer

	stored   []abuse.Report
	targets  []abuse.Target
	open     int   // returned by AddAbuseReport
	fails    error // of the next AddAbuseReport only
	notified []int
	mute     error // of notifications
	emails   time.Time
	cases    time.Time
}

func (d *desk) AddAbuseReport(_ context.Context, t abuse.Target, r abuse.Report) (int, error) {
	if err := d.fails; err != nil {
		d.fails = nil
		return 0, err
	}
	d.stored, d.targets = append(d.stored, r), append(d.targets, t)
	return d.open, nil
}

func (d *desk) ForgetAbuse(_ context.Context, emails, cases time.Time) error {
	d.emails, d.cases = emails, cases
	return nil
}

var launch = abuse.Target{ID: "lnk_1", WorkspaceID: "wsp_1", ShortLink: "go.example/launch"}

func newDesk() *desk {
	d := &desk{clock: clock.NewManual(time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)), open: 1}
	d.Service = abuse.New(abuse.Deps{
		Store: d, Clock: d.clock, Log: slog.New(slog.NewTextHandler(&d.log, nil)),
		Find: func(_ context.Context, shortLink string) (abuse.Target, error) {
			switch shortLink {
			case launch.ShortLink:
				return launch, nil
			case "down.example/x":
				return abuse.Target{}, fault.New(fault.Unavailable, "The database cannot be reached.")
			}
			return abuse.Target{}, fault.New(fault.NotFound, "There is no such link.")
		},
		CheckEmail: func(faults *fault.List, email string) {
			if !strings.Contains(email, "@") {
				faults.Add("email", "Enter a valid email address.")
			}
		},
		Notify: func(_ context.Context, open int) error {
			d.notified = append(d.notified, open)
			return d.mute
		},
	})
	return d
}

func TestService_SubmitStoresAReportAndNotifies(t *testing.T) {
	t.Parallel()
	d := newDesk()
	d.open = 3
	err := d.Submit(t.Context(), abuse.Submission{
		Link: " go.example/launch ", Reason: "phishing", Details: " It asks\r\nfor a \x00password\xff. \n", Email: " ada@example.com ",
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.stored) != 1 || d.targets[0] != launch || !slices.Equal(d.notified, []int{3}) {
		t.Fatalf("stored %+v of %+v, notified %v", d.stored, d.targets, d.notified)
	}
	want := abuse.Report{
		ID: d.stored[0].ID, Reason: abuse.Phishing, Details: "It asks\nfor a password.", Email: "ada@example.com", CreatedAt: d.clock.Now(),
	}
	if d.stored[0] != want || !strings.HasPrefix(want.ID, string(ident.AbuseReport)) {
		t.Errorf("stored %+v, want %+v", d.stored[0], want)
	}
}

func TestService_SubmitReportsEveryInvalidField(t *testing.T) {
	t.Parallel()
	long := abuse.Submission{
		Link: strings.Repeat("ü", abuse.MaxLink+1), Reason: "ugly", Details: strings.Repeat("ü", abuse.MaxDetails+1), Email: "ada",
	}
	limits := abuse.Submission{Link: launch.ShortLink, Reason: "spam", Details: strings.Repeat("ü", abuse.MaxDetails)}
	for name, c := range map[string]struct {
		in   abuse.Submission
		want []string
	}{
		"empty":                        {abuse.Submission{}, []string{"link", "reason"}},
		"too long":                     {long, []string{"link", "reason", "details", "email"}},
		"unknown link":                 {abuse.Submission{Link: "go.example/none", Reason: "spam"}, []string{"link"}},
		"something else, without text": {abuse.Submission{Link: launch.ShortLink, Reason: "other", Details: " \n"}, []string{"details"}},
		"at the limits":                {limits, nil},
		"without details or address":   {abuse.Submission{Link: launch.ShortLink, Reason: "malware"}, nil},
	} {
		d := newDesk()
		err := d.Submit(t.Context(), c.in)
		var f *fault.Error
		var fields []string
		if errors.As(err, &f) {
			for _, field := range f.Fields {
				fields = append(fields, field.Field)
			}
		}
		if !slices.Equal(fields, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v at %v, want %v", name, err, fields, c.want)
		}
		if want := len(c.want) == 0; want != (len(d.stored) == 1) {
			t.Errorf("%s: stored %d reports", name, len(d.stored))
		}
	}
}

// TestService_SubmitRetriesWhenAnotherReportOpensTheCase also reports a failure that
// is not a conflict, and one of the links' store, without a second attempt.
func TestService_SubmitRetriesWhenAnotherReportOpensTheCase(t *testing.T) {
	t.Parallel()
	in := abuse.Submission{Link: launch.ShortLink, Reason: "spam"}
	d := newDesk()
	d.fails = fault.New(fault.Conflict, "This is already taken.")
	if err := d.Submit(t.Context(), in); err != nil || len(d.stored) != 1 {
		t.Errorf("%v, stored %d", err, len(d.stored))
	}
	d.fails = fault.New(fault.Unavailable, "Too many reports are waiting for a review. Try again tomorrow.")
	if err := d.Submit(t.Context(), in); fault.CodeOf(err) != fault.Unavailable || len(d.stored) != 1 {
		t.Errorf("%v, stored %d", err, len(d.stored))
	}
	in.Link = "down.example/x"
	if err := d.Submit(t.Context(), in); fault.CodeOf(err) != fault.Unavailable || len(d.stored) != 1 {
		t.Errorf("%v, stored %d", err, len(d.stored))
	}
}

// TestService_SubmitNotifiesOnlyOfOpenCases has no open case after a report about a
// target that is blocked already. A failed notification does not lose the report.
func TestService_SubmitNotifiesOnlyOfOpenCases(t *testing.T) {
	t.Parallel()
	in := abuse.Submission{Link: launch.ShortLink, Reason: "illegal"}
	d := newDesk()
	d.open = 0
	if err := d.Submit(t.Context(), in); err != nil || len(d.notified) != 0 {
		t.Errorf("%v, notified %v", err, d.notified)
	}
	d.open, d.mute = 1, errors.New("the outbox is full")
	if err := d.Submit(t.Context(), in); err != nil || len(d.stored) != 2 || !strings.Contains(d.log.String(), "the outbox is full") {
		t.Errorf("%v, stored %d, log %s", err, len(d.stored), &d.log)
	}
}

func TestService_ForgetDeletesAddressesBeforeCases(t *testing.T) {
	t.Parallel()
	d := newDesk()
	if err := d.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	now := d.clock.Now()
	if d.emails != now.AddDate(0, 0, -90) || d.cases != now.AddDate(0, 0, -365) {
		t.Errorf("addresses before %v, cases before %v", d.emails, d.cases)
	}
}

func TestReasons_AreValidAndOthersAreNot(t *testing.T) {
	t.Parallel()
	for _, d := range abuse.Reasons() {
		if !d.Reason.Valid() || d.Label == "" {
			t.Errorf("%+v", d)
		}
	}
	for _, r := range []abuse.Reason{"", "Phishing", "ugly"} {
		if r.Valid() {
			t.Errorf("%q is valid", r)
		}
	}
}
