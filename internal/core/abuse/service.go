package abuse

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/locale"
)

// Store stores reports.
type Store interface {
	// AddAbuseReport stores a report in the open case of its target, or in a new one,
	// and returns the number of open cases. It only counts the report if the target is
	// blocked and its last case was resolved; the number is 0 then. It returns Conflict
	// when another report opened the case at the same time, and Unavailable if there
	// are MaxOpen open cases.
	AddAbuseReport(ctx context.Context, t Target, r Report) (open int, err error)
	// ForgetAbuse deletes addresses of reports before emails, and cases that were
	// resolved before cases.
	ForgetAbuse(ctx context.Context, emails, cases time.Time) error
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store Store
	// Find returns the target of a short link, or NotFound.
	Find func(ctx context.Context, shortLink string) (Target, error)
	// CheckEmail reports a malformed address at "email".
	CheckEmail func(faults *fault.List, email string)
	// Notify notifies the operators; open is the number of open cases.
	Notify func(ctx context.Context, open int) error
	Leader *loop.Leader
	Clock  clock.Clock
	Log    *slog.Logger
}

// Service takes reports. It is safe for concurrent use.
type Service struct{ deps Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{deps: d} }

// Submission is what a visitor enters in the form.
type Submission struct {
	Link, Reason, Details, Email string

	Language locale.Fixed // of the form
}

// Submit stores a report. It returns an Invalid fault with all errors at "link",
// "reason", "details" and "email".
func (s *Service) Submit(ctx context.Context, in Submission) error {
	target, report, err := s.check(ctx, in)
	if err != nil {
		return err
	}
	open, err := s.deps.Store.AddAbuseReport(ctx, target, report)
	if fault.Is(err, fault.Conflict) { // another report opened the case
		open, err = s.deps.Store.AddAbuseReport(ctx, target, report)
	}
	if err != nil || open == 0 {
		return err
	}
	if err := s.deps.Notify(ctx, open); err != nil {
		s.deps.Log.WarnContext(ctx, "notification of abuse report not stored", "err", err)
	}
	return nil
}

func (s *Service) check(ctx context.Context, in Submission) (Target, Report, error) {
	var faults fault.List
	r := Report{
		ID:        ident.New(ident.AbuseReport),
		Reason:    Reason(in.Reason),
		Details:   normalText(in.Details),
		Email:     strings.TrimSpace(in.Email),
		Language:  in.Language,
		CreatedAt: s.deps.Clock.Now(),
	}
	target, err := s.target(ctx, strings.TrimSpace(in.Link), &faults)
	if err != nil {
		return target, r, err
	}
	if !r.Reason.Valid() {
		faults.Add("reason", "Choose a reason.")
	}
	switch {
	case utf8.RuneCountInString(r.Details) > MaxDetails:
		faults.Add("details", fmt.Sprintf("Use at most %d characters.", MaxDetails))
	case r.Details == "" && r.Reason == Other:
		faults.Add("details", "Describe what is wrong with the link.")
	}
	if r.Email != "" {
		s.deps.CheckEmail(&faults, r.Email)
	}
	return target, r, faults.Err()
}

func (s *Service) target(ctx context.Context, shortLink string, faults *fault.List) (Target, error) {
	switch {
	case shortLink == "":
		faults.Add("link", "Enter the short link.")
		return Target{}, nil
	case utf8.RuneCountInString(shortLink) > MaxLink:
		faults.Add("link", fmt.Sprintf("Use at most %d characters.", MaxLink))
		return Target{}, nil
	}
	target, err := s.deps.Find(ctx, shortLink)
	if fault.Is(err, fault.NotFound) {
		faults.Add("link", "There is no link at this address. Check it for typos.")
		return Target{}, nil
	}
	return target, err
}

// normalText returns a text without surrounding space, zero bytes and invalid
// UTF-8, with line feeds as line ends.
func normalText(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

// Run deletes old addresses and cases until ctx ends, on one node of an install.
func (s *Service) Run(ctx context.Context) {
	loop.Task{
		Name:   "retention of abuse reports",
		Every:  6 * time.Hour,
		Delay:  time.Minute,
		Jitter: time.Minute,
		Leader: s.deps.Leader,
		Log:    s.deps.Log,
		Do:     s.Forget,
	}.Run(ctx)
}

// Forget deletes the addresses and the cases whose time is over.
func (s *Service) Forget(ctx context.Context) error {
	now := s.deps.Clock.Now()
	return s.deps.Store.ForgetAbuse(ctx, now.Add(-EmailMemory), now.Add(-CaseMemory))
}
