package share

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/throttle"
)

// Limits of visits.
const (
	passLasts  = 12 * time.Hour // validity of a pass
	maxTriers  = 50_000         // visitors whose attempts are counted
	maxVisited = 10_000         // shares whose reports are counted
)

// tries limits the attempts at passwords by visitor and by share, and the
// reports by share.
type tries struct {
	byVisitor, byShare, reports *throttle.Limiter
}

func newTries(clock clock.Clock, attempts *throttle.Shared) *tries {
	return &tries{
		byVisitor: attempts.Limiter("share.visitor", clock, throttle.Limit{Burst: 5, Every: 12 * time.Second}, maxTriers),
		byShare:   attempts.Limiter("share.all", clock, throttle.Limit{Burst: 100, Every: 2 * time.Second}, maxVisited),
		reports:   throttle.New(clock, throttle.Limit{Burst: 300, Every: 100 * time.Millisecond}, maxVisited),
	}
}

func wait(v throttle.Verdict, sentence string) error {
	if v.Wait > 0 {
		return fault.New(fault.RateLimited, sentence).RetryAfter(v.Wait)
	}
	return nil
}

// View describes a shared page to its visitors.
type View struct {
	Share
	Labels map[analytics.Dimension]map[string]string // names of the ids of Filters
	Locked bool                                      // a password is required; all other fields are empty
}

// Open returns the page of a token for a visitor with a pass, or "". It returns
// NotFound for an unknown token, and Gone for a revoked or expired share.
func (s *Service) Open(ctx context.Context, token, pass string) (View, error) {
	found, err := s.store.ShareByToken(ctx, TokenHash(ident.HashSecret(token)))
	if err != nil {
		return View{}, err
	}
	now := s.clock.Now()
	if err := found.open(now); err != nil {
		return View{}, err
	}
	labels, err := s.labels(ctx, &found)
	if err != nil {
		return View{}, err
	}
	return View{Share: found, Labels: labels, Locked: found.PasswordHash != "" && !passHolds(found, token, pass, now)}, nil
}

// Unlock checks the password and returns a pass with its expiry. The pass is
// valid for this share and this password only.
func (s *Service) Unlock(ctx context.Context, token, password string, addr netip.Addr) (pass string, until time.Time, err error) {
	view, err := s.Open(ctx, token, "")
	if err != nil {
		return "", time.Time{}, err
	}
	now := s.clock.Now()
	until = now.Add(passLasts)
	if view.PasswordHash == "" {
		return passOf(view.Share, token, until), until, nil
	}
	const many = "Too many attempts. Wait a moment, then try again."
	visitor := view.ID + " " + throttle.NetworkKey(addr)
	if err := wait(s.tries.byVisitor.Take(visitor), many); err != nil {
		return "", time.Time{}, err
	}
	if err := wait(s.tries.byShare.Take(view.ID), many); err != nil {
		return "", time.Time{}, err
	}
	right, err := s.hasher.Matches(ctx, password, view.PasswordHash)
	if err != nil {
		return "", time.Time{}, err
	}
	if !right {
		return "", time.Time{}, fault.New(fault.Forbidden, "Incorrect password. Try again.").At("password")
	}
	s.tries.byShare.Refund(view.ID)
	s.tries.byVisitor.Reset(visitor)
	return passOf(view.Share, token, until), until, nil
}

// passOf returns the signature of a pass, which needs no store. Its key combines
// the token, which is not stored, and the hash of the password, which visitors
// do not have.
func passOf(s Share, token string, until time.Time) string {
	end := strconv.FormatInt(until.Unix(), 36)
	mac := hmac.New(sha256.New, []byte(s.PasswordHash))
	mac.Write([]byte(s.ID + "\n" + token + "\n" + end))
	return end + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func passHolds(s Share, token, pass string, now time.Time) bool {
	end, _, ok := strings.Cut(pass, ".")
	seconds, err := strconv.ParseInt(end, 36, 64)
	if !ok || err != nil || !now.Before(time.Unix(seconds, 0)) {
		return false
	}
	return hmac.Equal([]byte(pass), []byte(passOf(s, token, time.Unix(seconds, 0))))
}

// Report returns a report of the share's own clicks: the request's filters
// narrow them. It returns NotFound for a link that is not part of the share.
func (s *Service) Report(ctx context.Context, token, pass string, r analytics.Request, parts analytics.Parts) (analytics.Report, error) {
	view, err := s.Open(ctx, token, pass)
	if err != nil {
		return analytics.Report{}, err
	}
	if view.Locked {
		return analytics.Report{}, fault.New(fault.Forbidden, "This page requires a password.")
	}
	if err := wait(s.tries.reports.Take(view.ID), "This page has too many visitors right now. Try again in a moment."); err != nil {
		return analytics.Report{}, err
	}
	if err := s.confine(ctx, view.Share, &r, parts); err != nil {
		return analytics.Report{}, err
	}
	report, err := s.figures.Shared(ctx, view.WorkspaceID, r, parts)
	if view.Traffic == "" || view.Traffic == analytics.Human {
		report.Count.Bots = 0 // it does not depend on the traffic
		if report.Previous != nil {
			report.Previous.Bots = 0
		}
	}
	return report, err
}

// confine limits a request to the share.
func (s *Service) confine(ctx context.Context, of Share, r *analytics.Request, parts analytics.Parts) error {
	if err := of.checkParts(r.GroupBy, parts); err != nil {
		return err
	}
	var links []string
	for _, f := range r.Filters {
		if (f.Dimension.OfTime() && !of.shows(PartHeatmap)) || (!f.Dimension.OfTime() && !of.shows(Part(f.Dimension))) {
			return fault.New(fault.Invalid, "A shared page cannot be filtered by this.").At(string(f.Dimension))
		}
		if f.Dimension == analytics.Link {
			links = append(links, f.Values...)
		}
	}
	if err := s.checkLinks(ctx, of, links); err != nil {
		return err
	}
	if r.Interval == analytics.AllTime { // it would reveal when the workspace was created
		return fault.New(fault.Invalid, "A shared page shows shorter periods.").At("interval")
	}
	r.Subject, r.Bounds = analytics.LinkClicks, of.bounds()
	if of.TimeZone != "" { // filters of hours would mean other hours elsewhere
		r.TimeZone = of.TimeZone
	}
	r.Filters = append(slices.Clone(r.Filters), of.Filters...)
	if d, part := of.Scope.Dimension(); part {
		r.Filters = append(r.Filters, analytics.Filter{Dimension: d, Values: []string{of.SubjectID}})
	}
	return nil
}

// checkParts returns Invalid for parts that the page does not show.
func (s *Selection) checkParts(lists []analytics.Dimension, parts analytics.Parts) error {
	requested := map[Part]bool{PartCount: parts.Count, PartSeries: parts.Series, PartHeatmap: parts.Heatmap}
	for _, d := range lists {
		requested[Part(d)] = true
	}
	for p, wanted := range requested {
		if wanted && !s.shows(p) {
			return fault.New(fault.Invalid, "A shared page does not show this.").At("groupBy")
		}
	}
	return nil
}

// checkLinks returns NotFound if a link is not part of the share.
func (s *Service) checkLinks(ctx context.Context, of Share, links []string) error {
	if len(links) == 0 {
		return nil
	}
	slices.Sort(links)
	links = slices.Compact(links)
	n, err := s.store.LinksWithin(ctx, of, links)
	if err != nil {
		return err
	}
	if n != len(links) {
		return fault.New(fault.NotFound, "This page has no such link.")
	}
	return nil
}

// labels returns the names of the filters of a share. It returns Gone if one of
// its tags or folders was deleted, because the page would show other clicks.
func (s *Service) labels(ctx context.Context, of *Share) (map[analytics.Dimension]map[string]string, error) {
	if len(of.Filters) == 0 {
		return nil, nil
	}
	labels, err := s.figures.FilterLabels(ctx, of.WorkspaceID, of.Filters)
	if err != nil {
		return nil, err
	}
	for _, f := range of.Filters {
		if f.Dimension != analytics.Tag && f.Dimension != analytics.Folder {
			continue
		}
		for _, id := range f.Values {
			if id != "" && labels[f.Dimension][id] == "" {
				return nil, fault.New(fault.Gone, "A tag or folder that this page was filtered by has been deleted.")
			}
		}
	}
	return labels, nil
}
