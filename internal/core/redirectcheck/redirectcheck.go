// Package redirectcheck compares where the old short URLs of retrieved links lead with where
// Linnet leads the same visitors: before the old domain is switched over, and once after it.
package redirectcheck

import (
	"context"
	"encoding/json"
	"fmt"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
)

// Visitor is a browser or a bot that opens short URLs.
type Visitor struct {
	Name           string // of the report
	UserAgent      string
	AcceptLanguage string
}

// product ends the user agents, so that the operator of the old server can tell the visits apart.
const product = " Linnet-Check/1"

// Visitors returns the visitors that open each short URL: each visit counts as a click at the
// old shortener.
func Visitors() []Visitor {
	return []Visitor{
		{
			Name:           "desktop",
			UserAgent:      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36" + product,
			AcceptLanguage: "en-US,en;q=0.9",
		},
		{
			Name:           "phone",
			UserAgent:      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1" + product,
			AcceptLanguage: "de-DE,de;q=0.9",
		},
		{Name: "bot", UserAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" + product},
	}
}

// Answer is what a visitor gets.
type Answer struct {
	Status   int
	Location string // empty without a redirect
}

// equals reports whether two answers lead to the same place: the status is of the same class,
// and the location is the same, byte by byte.
func (a Answer) equals(b Answer) bool {
	return a.Status/100 == b.Status/100 && a.Location == b.Location
}

// Asker asks servers for short URLs, at a pace that burdens none. The fault of a server that
// wants to be asked later is RateLimited.
type Asker interface {
	Ask(ctx context.Context, shortURL string, v Visitor) (Answer, error)
}

// Result is what the check of a short URL has found.
type Result string

// The results.
const (
	Equal       Result = "equal"
	Differs     Result = "differs"
	Gone        Result = "gone"        // the old server no longer has the short URL
	Unreachable Result = "unreachable" // the old server did not answer
	NotImported Result = "notImported" // no link here has its external id
)

// Deps are the dependencies of a service.
type Deps struct {
	Steps job.StepStore
	Files job.FileStore
	Jobs  *job.Service
	Links *link.Service
	Asker Asker
	// ActorFor returns the current permissions of the user whose job it is.
	ActorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	Clock    clock.Clock
}

// Service starts and runs checks.
type Service struct{ Deps }

// NewService returns a service.
func NewService(d Deps) *Service { return &Service{d} }

// params are the parameters of a job.
type params struct {
	FileID string `json:"fileId"` // that of the retrieval
	Rows   int    `json:"rows"`   // in it
	Sample int    `json:"sample"` // of them, evenly spread
}

// Start starts the check of the links of a retrieval that is done. sample is how many of them
// are checked, evenly spread; 0: all. Faults: NotFound; Conflict for a retrieval that is not
// done, or whose file was deleted; those of job.Service.CheckRoom.
func (s *Service) Start(ctx context.Context, a access.Actor, retrievalID string, sample int) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	of, err := s.Jobs.Get(ctx, a, retrievalID)
	if err != nil {
		return of, err
	}
	if of.Kind != job.Retrieval {
		return of, fault.New(fault.NotFound, "There is no such retrieval.")
	}
	if of.State != job.Done || of.OutputID == "" {
		return of, fault.New(fault.Conflict, "The links of this retrieval are not all read, or were deleted after 7 days. Read them first.")
	}
	if err := s.Jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	if sample <= 0 || sample > of.Done {
		sample = of.Done
	}
	report := job.File{ID: ident.New(ident.File), WorkspaceID: a.WorkspaceID, Name: "check of " + of.Name, CreatedAt: s.Clock.Now()}
	if err := s.Files.InsertFile(ctx, report); err != nil {
		return job.Job{}, err
	}
	raw, err := json.Marshal(params{of.OutputID, of.Done, sample})
	if err != nil {
		return job.Job{}, fmt.Errorf("encode the parameters of a check: %w", err)
	}
	return s.Jobs.Add(ctx, a, job.Job{
		ID: ident.New(ident.Job), Kind: job.Check, State: job.Queued, Name: "Check of " + of.Name, OutputID: report.ID, Params: raw, Total: sample,
	})
}
