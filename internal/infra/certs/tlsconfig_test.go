package certs

import (
	"crypto/tls"
	"errors"
	"net"
	"testing"

	"linnet/internal/testkit"
)

// TestManager_NegotiatesOnlyRecommendedCipherSuites connects as a client that offers
// one version and suite.
func TestManager_NegotiatesOnlyRecommendedCipherSuites(t *testing.T) {
	t.Parallel()
	cert, roots := testkit.Certificate(t, "brand.test") // ECDSA
	config := (&Manager{}).TLSConfig()
	config.GetConfigForClient, config.GetCertificate = nil, func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return &cert, nil }
	dial := func(version, suite uint16) (tls.ConnectionState, error) {
		client, server := net.Pipe()
		defer client.Close()
		served := make(chan error, 1)
		go func() {
			served <- tls.Server(server, config).HandshakeContext(t.Context())
			_ = server.Close()
		}()
		conn := tls.Client(client, &tls.Config{
			ServerName: "brand.test", RootCAs: roots, CipherSuites: []uint16{suite},
			MinVersion: version, MaxVersion: version,
		})
		err := conn.HandshakeContext(t.Context())
		return conn.ConnectionState(), errors.Join(err, <-served)
	}
	for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		for _, version := range suite.SupportedVersions {
			state, err := dial(version, suite.ID)
			if err != nil {
				continue
			}
			aead := map[uint16]bool{
				tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: true, tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: true,
				tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: true,
			}
			if version != tls.VersionTLS13 && (version != tls.VersionTLS12 || !aead[state.CipherSuite]) {
				t.Errorf("%s with %s is accepted", tls.VersionName(version), suite.Name)
			}
		}
	}
	if state, err := dial(tls.VersionTLS12, tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384); err != nil || state.CipherSuite == 0 {
		t.Errorf("TLS 1.2 with a recommended suite: %v", err)
	}
}
