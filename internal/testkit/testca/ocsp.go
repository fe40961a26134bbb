package testca

import (
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ocsp"
)

// statusLifetime is the lifetime of OCSP responses.
const statusLifetime = 7 * 24 * time.Hour

// responder is the OCSP responder of a CA, which Pebble does not have.
type responder struct{ ca atomic.Pointer[CA] }

// ServeHTTP responds with the status of a certificate.
func (s *responder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := s.ca.Load()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	request, err := ocsp.ParseRequest(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	now := time.Now()
	status := ocsp.Response{
		Status:       ocsp.Good,
		SerialNumber: request.SerialNumber,
		ThisUpdate:   now.Add(-time.Hour),
		NextUpdate:   now.Add(statusLifetime),
	}
	if revoked := c.store.GetRevokedCertificateBySerial(request.SerialNumber); revoked != nil {
		status.Status, status.RevokedAt = ocsp.Revoked, revoked.RevokedAt
	}
	issuer := c.issuer.GetIntermediateCert(0).Cert
	response, err := ocsp.CreateResponse(issuer, issuer, status, c.issuer.GetIntermediateKey(0))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/ocsp-response")
	_, _ = w.Write(response)
}
