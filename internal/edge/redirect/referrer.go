package redirect

import (
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhost"
)

// maxHandedOn bounds the URL of a referrer that a page hands on, in bytes. Of a longer
// one it hands on the origin.
const maxHandedOn = 512

// referrer returns the referrer of a visit for rules and statistics. The default domain
// and the visited one are no referrers: after one of their pages it is the referrer that
// the page handed on, or else that of the visit to a bio page. Only then is the former
// read, so that a link on another site cannot set it. The visit has its address and
// browser.
func (v *visit) referrer() string {
	header := first(v.r.Header["Referer"])
	if header == "" || !v.h.isOwn(header, v.domain) {
		return header
	}
	handed := routing.HandedReferrer(v.r.URL.RawQuery)
	if handed == "" {
		return v.h.arrivals.of(v)
	}
	if v.h.isOwn(handed, v.domain) {
		return ""
	}
	return handed
}

func (h *Handler) isOwn(referrer string, dom *Domain) bool {
	host := visitor.ParseReferrer(referrer).WebHost()
	return h.cfg.Hosts.isOwn(host) || host.Name() != "" && host.Name() == webhost.Name(dom.Host)
}

// handedReferrer returns the referrer of the visit as it is handed on to the next one, or
// "".
func (v *visit) handedReferrer() string {
	referrer := visitor.ParseReferrer(v.input.Referrer)
	address := referrer.URL()
	if len(address) > maxHandedOn || v.domain.Privacy == domain.PrivacyAggregate {
		address = referrer.Origin()
	}
	if len(address) > maxHandedOn {
		return ""
	}
	return address
}

// handOn returns the path of a link, for a page that is served before its redirect, with
// the referrer of the visit. The page then tells its own domain, and no other site, that
// it is the referrer of the next request.
func (v *visit) handOn(path string) string {
	address := v.handedReferrer()
	if address == "" {
		return path
	}
	v.w.Header().Set("Referrer-Policy", "same-origin")
	return routing.HandOnReferrer(path, address)
}
