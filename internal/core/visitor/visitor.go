// Package visitor derives facts about a visitor from a request: place, device and
// language. Rules (routing) and statistics (click) share it, so that they always
// agree.
package visitor

import "net/netip"

// Place is the location of an address. Empty fields are unknown; all are empty for
// a private address.
type Place struct {
	Country   string // ISO 3166-1 alpha-2, such as "DE"
	Region    string // ISO 3166-2, such as "US-CA"
	City      string // English name
	Continent string // AF AN AS EU NA OC SA
}

// Name returns the place for people, such as "Berlin, DE" or "DE"; empty when it is
// unknown.
func (p Place) Name() string {
	if p.City != "" && p.Country != "" {
		return p.City + ", " + p.Country
	}
	return p.Country
}

// Locator locates addresses. It must not block.
type Locator interface {
	Locate(addr netip.Addr) Place
}

// Device is the kind of device.
type Device string

// The devices.
const (
	Desktop Device = "desktop"
	Mobile  Device = "mobile"
	Tablet  Device = "tablet"
)

// BotReason is the reason why a visitor is classified as a bot. Empty: a human.
type BotReason string

// The reasons.
const (
	BotAgent       BotReason = "agent"       // its user agent
	BotAddress     BotReason = "address"     // the address of a crawler
	BotNetwork     BotReason = "network"     // an address in a network that the operator listed, such as a data center's
	BotHead        BotReason = "head"        // HEAD
	BotMethod      BotReason = "method"      // another method than GET and HEAD, which 307 and 308 keep
	BotPrefetch    BotReason = "prefetch"    // of stored clicks only: prefetches are refused
	BotPreview     BotReason = "preview"     // a link-preview fetcher of a social network or messenger
	BotSubresource BotReason = "subresource" // not a navigation (Sec-Fetch-Dest): an image, a script, fetch()
)

// Agent is a parsed User-Agent header. Empty fields are unknown.
type Agent struct {
	OS           string // Windows macOS Linux ChromeOS Android iOS, else the name used by the parser
	Browser      string // Chrome Safari Firefox Edge Opera …
	InAppBrowser string // Instagram, Facebook, TikTok …; empty in a separate browser
	Device       Device
	Bot          BotReason // "", BotAgent or BotPreview
}

// Networks classifies visitors by the network of their address. It must not block.
type Networks interface {
	// Reason returns BotAddress, BotNetwork, or "" for people's networks.
	Reason(addr netip.Addr) BotReason
}

// AgentParser parses User-Agent headers.
type AgentParser interface {
	Parse(userAgent string) Agent
}
