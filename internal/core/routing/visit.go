package routing

import (
	"encoding/binary"
	"net/netip"
	"time"

	"linnet/internal/core/visitor"
)

// Memory detects returning visitors.
type Memory interface {
	// Returning reports whether it was called before with this link and key
	// (Visit.Key) on the same UTC day. A decision calls it at most once.
	Returning(linkID string, key uint64, now time.Time) bool
}

// Facts derive properties of a visit. A decision calls them only when a rule
// needs the property; a nil source yields no value.
type Facts struct {
	Locator  visitor.Locator
	Agents   visitor.AgentParser
	Networks visitor.Networks
	Memory   Memory
}

// Visit is one visit to an alias. It serves one decision in one goroutine and
// caches the properties that rules derive.
type Visit struct {
	Rest  string // the path behind a wildcard's prefix, as typed (still escaped), without its leading slash
	Query string // as typed, without "?"
	// RequestReason is the bot reason of the request's method and headers, except the
	// user agent; empty: none. Each method is decided as GET is.
	RequestReason visitor.BotReason
	Now           time.Time
	Addr          netip.Addr

	UserAgent      string
	AcceptLanguage string
	Referrer       string

	Unlocked  bool // the link's password was given
	Exhausted bool // maxClicks is known to be used up

	Facts *Facts

	place    visitor.Place
	agent    visitor.Agent
	hasPlace bool
	hasAgent bool

	tag         string // the best language
	referrer    visitor.Referrer
	service     string // of the referrer
	hasLanguage bool
	hasReferrer bool

	hasReturned bool // the memory was read
	returned    bool // its result
}

// Place returns where the visitor is, looked up at most once.
func (v *Visit) Place() visitor.Place {
	if !v.hasPlace {
		v.hasPlace = true
		if v.Facts != nil && v.Facts.Locator != nil {
			v.place = v.Facts.Locator.Locate(v.Addr)
		}
	}
	return v.place
}

// Agent returns what the visitor uses, parsed at most once.
func (v *Visit) Agent() visitor.Agent {
	if !v.hasAgent {
		v.hasAgent = true
		if v.Facts != nil && v.Facts.Agents != nil {
			v.agent = v.Facts.Agents.Parse(v.UserAgent)
		}
	}
	return v.agent
}

// Bot reports whether the visitor is classified as a bot.
func (v *Visit) Bot() bool {
	if v.RequestReason != "" || v.Agent().Bot != "" {
		return true
	}
	return v.Facts != nil && v.Facts.Networks != nil && v.Facts.Networks.Reason(v.Addr) != ""
}

// Key distinguishes visitors without a cookie: a hash of address and user agent,
// the same after a restart and on every node. It is never stored.
func (v *Visit) Key() uint64 {
	raw := v.Addr.Unmap().As16()
	h := hashBytes(hashStart, raw[:])
	return mix(hashText(h, v.UserAgent))
}

func (v *Visit) returning(linkID string) bool {
	if !v.hasReturned {
		v.hasReturned = true
		v.returned = v.Facts != nil && v.Facts.Memory != nil && v.Facts.Memory.Returning(linkID, v.Key(), v.Now)
	}
	return v.returned
}

// language returns the visitor's best language, as charts name it.
func (v *Visit) language() string {
	if !v.hasLanguage {
		v.hasLanguage = true
		v.tag = visitor.BestLanguage(v.AcceptLanguage)
	}
	return v.tag
}

// referrerHosts returns the host of the referring page, and its service, as charts name it:
// mobile sites, click wrappers and apps are the service that they belong to.
func (v *Visit) referrerHosts() (host, service string) {
	if !v.hasReferrer {
		v.hasReferrer = true
		v.referrer = visitor.ParseReferrer(v.Referrer)
		v.service = v.referrer.Service()
	}
	return v.referrer.Host(), v.service
}

// FNV-1a with a finaliser: fast, and stable across versions, as a sticky split
// requires. It is not a cryptographic hash.
const (
	hashStart uint64 = 14695981039346656037
	hashPrime uint64 = 1099511628211
)

func hashBytes(h uint64, b []byte) uint64 {
	for _, c := range b {
		h = (h ^ uint64(c)) * hashPrime
	}
	return h
}

func hashText(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return h
}

// mix spreads the bits, so that the remainder by 100 is even.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// pick returns the sticky place, 0 to 99, of a visitor in the split of owner
// (a link's or a rule's id).
func pick(owner string, key uint64) int {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], key)
	return int(mix(hashText(hashBytes(hashStart, raw[:]), owner)) % 100)
}
