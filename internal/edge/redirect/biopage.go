package redirect

import (
	"errors"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/locale"
)

// BioPages serves bio pages.
type BioPages interface {
	// ServePage writes a page, or what a visitor opens of one of its blocks. It is NotFound
	// if the page is not public, and Gone if its workspace is suspended or deleted; it
	// then writes nothing. A response to a visit that is counted is written by the
	// function that it passes to record. It is RateLimited for responses that
	// cost more than that, if the network of addr requests too many of them. domain is the
	// language of the domain at which the page is visited.
	ServePage(
		w http.ResponseWriter, r *http.Request, id string, domain locale.Fixed, addr netip.Addr,
		record func(visit click.PageVisit, answer func()),
	) error
	// ServeForm stores what a visitor from addr sent with a form of the page, and
	// writes a redirect to the page, or the page with what is wrong. It has the
	// faults of ServePage.
	ServeForm(w http.ResponseWriter, r *http.Request, id string, domain locale.Fixed, addr netip.Addr) error
}

// serveBioPage serves a visit to a bio page, or calls notFound if the page is not
// public.
func (h *Handler) serveBioPage(w http.ResponseWriter, r *http.Request, dom *Domain, id, path string, notFound func()) {
	if h.cfg.Pages == nil {
		notFound()
		return
	}
	var err error
	switch {
	case r.Method == http.MethodPost:
		err = h.cfg.Pages.ServeForm(w, r, id, dom.Language, h.cfg.Client(r))
	case !isRead(r.Method):
		h.refuseMethod(w, r, dom, readMethods)
	default:
		err = h.cfg.Pages.ServePage(w, r, id, dom.Language, h.cfg.Client(r), func(visit click.PageVisit, answer func()) {
			if visit.URL != "" && h.cfg.Blocked(visit.URL) {
				h.pages.show(w, r, pageBlocked, dom)
				return
			}
			v := h.begin(w, r, dom, Found{}, path)
			defer v.end()
			v.recordOnPage(id, visit, answer)
		})
	}
	switch {
	case err == nil:
	case fault.Is(err, fault.NotFound):
		notFound()
	case fault.Is(err, fault.RateLimited):
		setRetryAfter(w, err)
		h.pages.show(w, r, pageTooManyAttempts, dom)
	case fault.Is(err, fault.Gone):
		h.pages.show(w, r, pageSuspended, dom)
	default:
		h.fail(w, r, dom, err, pageNotFound)
	}
}

// setRetryAfter sets the header from the wait of a fault, in whole seconds.
func setRetryAfter(w http.ResponseWriter, err error) {
	wait := time.Second
	var f *fault.Error
	if errors.As(err, &f) {
		wait = max(wait, f.Retry)
	}
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}
