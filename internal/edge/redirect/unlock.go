package redirect

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/visitor"
)

// maxFormBytes bounds the body of a password form.
const maxFormBytes = 8 << 10

// Values of the Allow header.
const (
	readMethods   = "GET, HEAD"
	unlockMethods = "GET, HEAD, POST"
)

// serveOtherMethod serves a request to a link that is neither GET nor HEAD. A link with
// a password accepts its form. A link whose status keeps the method answers as it
// answers GET, and other links refuse: a refused request decides nothing and claims
// no click.
func (h *Handler) serveOtherMethod(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, path string) {
	locked := found.Route.PasswordHash() != ""
	switch {
	case locked && r.Method == http.MethodPost:
		h.serveUnlock(w, r, dom, found, path)
	case locked:
		h.refuseMethod(w, r, dom, unlockMethods)
	case found.Route.KeepsMethod():
		// The body is for the destination: net/http must not wait for it before the
		// response. A test's recorder has no connection and returns ErrNotSupported.
		_ = http.NewResponseController(w).EnableFullDuplex()
		h.serveLink(w, r, dom, found, path)
	default:
		h.refuseMethod(w, r, dom, readMethods)
	}
}

// serveUnlock serves a submitted password form.
func (h *Handler) serveUnlock(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, path string) {
	v := h.begin(w, r, dom, found, path)
	defer v.end()
	if err := v.look(); err != nil {
		h.fail(w, r, dom, err, pageNotFound)
		return
	}
	if v.decision.Outcome != visitor.Locked {
		v.answer(v.decision.Location)
		return
	}
	if wait := v.addAttempt(); wait > 0 {
		v.reportRefusal(true)
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		v.show(pageTooManyAttempts)
		return
	}
	matches, err := v.checkPassword()
	if err != nil {
		h.fail(w, r, dom, err, pageNotFound)
		return
	}
	if !matches {
		v.reportRefusal(false)
		v.showForm(pageWrongPassword, v.words().Text("page.password.wrong"))
		return
	}
	h.cfg.LinkAttempts.Refund(v.route.LinkID())
	v.input.Unlocked = true
	v.serve()
}

func (v *visit) showForm(p page, problem string) {
	v.h.pages.write(v.w, v.r, p, v.domain, view{Problem: problem, Form: v.handOn(selfPath(v.r))})
}

func (v *visit) reportRefusal(throttled bool) {
	if v.h.cfg.PasswordRefused != nil {
		v.h.cfg.PasswordRefused(v.r.Context(), v.input.Addr, v.route.LinkID(), throttled)
	}
}

// addAttempt counts a password attempt for the visitor and for the link. It
// returns 0, or the time until the next attempt is allowed. The link's limit is
// reported to cfg.OnGuessing.
func (v *visit) addAttempt() (wait time.Duration) {
	id := v.route.LinkID()
	if wait := v.h.cfg.Attempts.Add(attemptKey(id, v.input.Addr)); wait > 0 {
		return wait
	}
	if v.h.cfg.LinkAttempts.Allow(id) {
		return 0
	}
	if v.h.cfg.OnGuessing != nil {
		v.h.cfg.OnGuessing(context.WithoutCancel(v.r.Context()), v.route, v.path)
	}
	return linkAttemptInterval
}

// checkPassword reads the form and compares its password. A malformed form is a
// wrong password.
func (v *visit) checkPassword() (bool, error) {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxFormBytes)
	if err := v.r.ParseForm(); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			v.w.Header().Set("Connection", "close")
		}
		return false, nil
	}
	plain := v.r.PostForm.Get("password")
	if plain == "" {
		return false, nil
	}
	matches, err := v.h.cfg.Passwords.Matches(v.r.Context(), plain, v.route.PasswordHash())
	if err != nil {
		return false, fault.Wrap(err, fault.Unavailable, "The password cannot be checked right now.")
	}
	return matches, nil
}
