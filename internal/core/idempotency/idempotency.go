// Package idempotency stores the responses to requests with an Idempotency-Key,
// so that a repeated request has no effect and returns the first response.
package idempotency

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/access"
)

// Limits of stored responses. They hold per user, so that no user evicts the
// responses of another one. MaxBody is enough for a response about 1,000 links.
const (
	StoredFor        = 24 * time.Hour
	MaxUserResponses = 1_000
	MaxUserBytes     = 16 << 20
	MaxBody          = 4 << 20
)

const (
	// claimedFor is the lease of a request in progress, which is longer than any
	// request runs. It frees the key after a crash.
	claimedFor = 5 * time.Minute
	// pollEvery is the interval at which a repeated request looks for the response
	// to the first, which another node may process.
	pollEvery    = 50 * time.Millisecond
	maxWait      = 30 * time.Second // for that response
	cleanupEvery = time.Hour
)

// Hash is a SHA-256 hash.
type Hash = [sha256.Size]byte

// Request identifies a request.
type Request struct {
	UserID      string
	Key         string // the Idempotency-Key with what it belongs to; at most 400 bytes
	Fingerprint Hash   // of the method, the path and the body
	// Role is that of the user in the workspace of the request; empty: the request is
	// in none.
	Role access.Role
}

// Response is a stored response.
type Response struct {
	Status int
	Header map[string][]string
	Body   []byte // empty, or UTF-8
}

// Claim is the right of one request to store the response for a key.
type Claim struct {
	UserID      string
	Key         Hash
	Fingerprint Hash
	Role        access.Role
	Token       string // random
	At          time.Time
	Until       time.Time // then other requests may claim the key
}

// Entry is a claimed key, with its response once that is stored.
type Entry struct {
	Fingerprint Hash
	Role        access.Role
	Response    *Response // nil: the request is in progress
}

// Store stores claims and responses. Each method is one transaction.
type Store interface {
	// ClaimIdempotencyKey stores a claim and reports true, or returns the entry of
	// the key. Claims until c.At and responses from before oldest do not count.
	ClaimIdempotencyKey(ctx context.Context, c Claim, oldest time.Time) (Entry, bool, error)
	// StoreIdempotentResponse replaces a claim by a response. It then deletes the
	// user's oldest responses beyond maxResponses and maxBytes.
	StoreIdempotentResponse(ctx context.Context, c Claim, r Response, maxResponses, maxBytes int) error
	// ReleaseIdempotencyKey deletes a claim.
	ReleaseIdempotencyKey(ctx context.Context, c Claim) error
	// DeleteIdempotencyKeys deletes responses and claims from before a time.
	DeleteIdempotencyKeys(ctx context.Context, before time.Time) error
}

// Service implements the life cycle of keys. It is safe for concurrent use.
type Service struct {
	store Store
	clock clock.Clock
	log   *slog.Logger
}

// New returns a service over store. Run its Run.
func New(store Store, clock clock.Clock, log *slog.Logger) *Service {
	return &Service{store, clock, log}
}

// Begin claims the key of a request: the caller must process the request and then
// call Complete or Release. If the request was processed before, Begin returns its
// response instead; while it is in progress, Begin waits. It returns Invalid if
// the key was used with another request, Forbidden if the user had permissions then
// that they no longer have, Unavailable if the first request does not
// end within 30 seconds, and ctx.Err() when ctx ends.
func (s *Service) Begin(ctx context.Context, r Request) (Claim, *Response, error) {
	timeout := time.After(maxWait)
	for {
		now := s.clock.Now()
		claim := Claim{
			UserID:      r.UserID,
			Key:         sha256.Sum256([]byte(r.Key)),
			Fingerprint: r.Fingerprint,
			Role:        r.Role,
			Token:       ident.New("clm"),
			At:          now,
			Until:       now.Add(claimedFor),
		}
		entry, claimed, err := s.store.ClaimIdempotencyKey(ctx, claim, now.Add(-StoredFor))
		switch {
		case err != nil || claimed:
			return claim, nil, err
		case entry.Fingerprint != r.Fingerprint:
			return Claim{}, nil, fault.New(fault.Invalid, "This Idempotency-Key was used with another request. Use a new one.").At("Idempotency-Key")
		case entry.Role != "" && !r.Role.Includes(entry.Role):
			return Claim{}, nil, fault.New(fault.Forbidden,
				"Your role has fewer permissions than at the first request with this Idempotency-Key. Use a new key.")
		case entry.Response != nil:
			return Claim{}, entry.Response, nil
		}
		select {
		case <-ctx.Done():
			return Claim{}, nil, ctx.Err()
		case <-timeout:
			return Claim{}, nil, fault.New(fault.Unavailable, "The first request with this Idempotency-Key is still in progress. Repeat this one in a moment.")
		case <-time.After(pollEvery):
		}
	}
}

// Complete stores the response to a claimed request. A body above MaxBody is not
// stored; the key is released then. After an error the key stays claimed until its
// lease ends.
func (s *Service) Complete(ctx context.Context, c Claim, r Response) {
	if len(r.Body) > MaxBody {
		s.Release(ctx, c)
		return
	}
	if err := s.store.StoreIdempotentResponse(ctx, c, r, MaxUserResponses, MaxUserBytes); err != nil {
		s.log.WarnContext(ctx, "idempotent response not stored", "err", err)
	}
}

// Release frees the key of a request that failed, so that it can be repeated.
func (s *Service) Release(ctx context.Context, c Claim) {
	if err := s.store.ReleaseIdempotencyKey(ctx, c); err != nil {
		s.log.WarnContext(ctx, "idempotency key not released", "err", err)
	}
}

// Run deletes expired responses every hour until ctx ends.
func (s *Service) Run(ctx context.Context) {
	loop.Task{
		Name:  "cleanup of idempotency keys",
		Every: cleanupEvery,
		Log:   s.log,
		Do: func(ctx context.Context) error {
			return s.store.DeleteIdempotencyKeys(ctx, s.clock.Now().Add(-StoredFor))
		},
	}.Run(ctx)
}
