package redirect

import (
	"hash/maphash"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/core/domain"
)

const (
	// maxArrivals bounds the visitors that a node remembers, with up to maxHandedOn bytes
	// for each.
	maxArrivals = 100_000
	// arrivalLife is for how long after a view of a bio page its clicks are those of the
	// same visit, as a session of most analytics.
	arrivalLife = 30 * time.Minute
)

// arrivals are the referrers with which visitors came to bio pages: clicks on a page have
// the page as their referrer, which is the same HTML for everyone. They are in memory
// only, by a hash of the address and the browser with a key of the process, and never of
// domains that use no addresses.
type arrivals struct {
	seed      maphash.Seed
	referrers *otter.Cache[uint64, arrival]
}

type arrival struct {
	referrer string
	at       time.Time
}

func newArrivals() *arrivals {
	return &arrivals{seed: maphash.MakeSeed(), referrers: otter.Must(&otter.Options[uint64, arrival]{MaximumSize: maxArrivals})}
}

// key returns the key of a visit, or false if the visitor must not be recognized.
func (a *arrivals) key(v *visit) (uint64, bool) {
	in := &v.input
	if v.domain.Privacy != domain.PrivacyFull || !in.Addr.IsValid() {
		return 0, false
	}
	return maphash.Comparable(a.seed, [2]string{in.Addr.String(), in.UserAgent}), true
}

// add remembers the referrer of a view, and forgets that of an earlier one without.
func (a *arrivals) add(v *visit) {
	key, ok := a.key(v)
	if !ok {
		return
	}
	if referrer := v.handedReferrer(); referrer != "" {
		a.referrers.Set(key, arrival{referrer, v.input.Now})
		return
	}
	a.referrers.Invalidate(key)
}

// of returns the referrer with which the visitor came, or "".
func (a *arrivals) of(v *visit) string {
	key, ok := a.key(v)
	if !ok {
		return ""
	}
	found, _ := a.referrers.GetIfPresent(key)
	if v.input.Now.Sub(found.at) > arrivalLife {
		return ""
	}
	return found.referrer
}
