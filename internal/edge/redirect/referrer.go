package redirect

import (
	"net/http"

	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhost"
)

// maxHandedOn bounds the URL of a referrer that a page hands on, in bytes. Of a longer
// one it hands on the origin.
const maxHandedOn = 512

// referrerOf returns the referrer of a request for rules and statistics. The default
// domain and the visited one are no referrers: after one of their pages it is the
// referrer that the page handed on, if any. Only then is that read, so that a link on
// another site cannot set it.
func (h *Handler) referrerOf(r *http.Request, dom *Domain) string {
	header := first(r.Header["Referer"])
	if header == "" || !h.isOwn(header, dom) {
		return header
	}
	handed := routing.HandedReferrer(r.URL.RawQuery)
	if handed == "" || h.isOwn(handed, dom) {
		return ""
	}
	return handed
}

func (h *Handler) isOwn(referrer string, dom *Domain) bool {
	host := visitor.ParseReferrer(referrer).WebHost()
	return h.cfg.Hosts.isOwn(host) || host.Name() != "" && host.Name() == webhost.Name(dom.Host)
}

// handOn returns the path of a link, for a page that is served before its redirect, with
// the referrer of the visit. The page then tells its own domain, and no other site, that
// it is the referrer of the next request.
func (v *visit) handOn(path string) string {
	referrer := visitor.ParseReferrer(v.input.Referrer)
	address := referrer.URL()
	if len(address) > maxHandedOn || v.domain.Privacy == domain.PrivacyAggregate {
		address = referrer.Origin()
	}
	if address == "" || len(address) > maxHandedOn {
		return path
	}
	v.w.Header().Set("Referrer-Policy", "same-origin")
	return routing.HandOnReferrer(path, address)
}
