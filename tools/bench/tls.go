package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	manyCertificates = 5000
	idleConnections  = 10_000
)

// benchTLS compares new TLS 1.3 connections: a P-256 certificate, X25519, no
// resumption, one request each. It then measures the memory of idle connections.
func benchTLS(o options) error {
	return inFolder(func(dir string) error {
		certs := filepath.Join(dir, "one")
		if err := writeCertificates(certs, 1); err != nil {
			return err
		}
		constant, err := startConstantTLS(certs)
		if err != nil {
			return err
		}
		defer func() { _ = constant.stop() }()
		one, err := startLinnetTLS(o.binary, filepath.Join(dir, "linnet-one"), certs)
		if err != nil {
			return err
		}
		defer func() { _ = one.stop() }()
		contenders := []contender{
			{name: "net/http, constant 302", server: constant, path: fixed("/launch"), names: 1},
			{name: "Linnet, cached link, click in the journal", server: one, path: fixed("/launch"), names: 1},
		}
		nginx, err := startNginxTLS(dir, certs)
		if err != nil {
			return err
		}
		if nginx != nil {
			defer func() { _ = nginx.stop() }()
			contenders = append(contenders, contender{name: "nginx, constant 302, access log", server: nginx, path: fixed("/launch"), names: 1})
		}
		if err := compare("Redirects, a new TLS connection each", o, true, contenders); err != nil {
			return err
		}
		if err := compareCertificates(o, dir, one); err != nil {
			return err
		}
		return compareIdle(contenders)
	})
}

// compareCertificates compares one certificate with many, whose hosts alternate.
func compareCertificates(o options, dir string, one *process) error {
	certs := filepath.Join(dir, "many")
	if err := writeCertificates(certs, manyCertificates); err != nil {
		return err
	}
	many, err := startLinnetTLS(o.binary, filepath.Join(dir, "linnet-many"), certs)
	if err != nil {
		return err
	}
	defer func() { _ = many.stop() }()
	return compare("Certificates", o, true, []contender{
		{name: "one certificate", server: one, path: fixed("/launch"), names: 1},
		{name: fmt.Sprintf("%d certificates, a random host each", manyCertificates), server: many, path: fixed("/launch"), names: manyCertificates},
	})
}

// compareIdle prints the memory of idle connections, after one request each.
func compareIdle(contenders []contender) error {
	fmt.Printf("\n**Memory of %d idle TLS connections**\n\n| | per connection |\n|---|---|\n", idleConnections)
	for _, c := range contenders {
		before, err := c.server.familyMB()
		if err != nil {
			return err
		}
		conns, err := openIdle(c)
		if err == nil {
			time.Sleep(2 * time.Second)
			var after float64
			if after, err = c.server.familyMB(); err == nil {
				fmt.Printf("| %s | %.1f kB |\n", c.name, (after-before)*1024/idleConnections)
			}
		}
		for _, conn := range conns {
			conn.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func openIdle(c contender) ([]net.Conn, error) {
	conns := make([]net.Conn, 0, idleConnections)
	w := &worker{addr: c.server.addr, load: load{path: c.path, names: c.names}, next: new(atomic.Uint64)}
	for range idleConnections {
		conn, err := w.dial()
		if err != nil {
			return conns, err
		}
		conns = append(conns, conn)
		w.reader.Reset(conn)
		if err := w.exchange(conn); err != nil {
			return conns, err
		}
	}
	return conns, nil
}

// tlsHost is the host of the i-th certificate.
func tlsHost(i uint64) string { return "h" + strconv.FormatUint(i, 10) + ".localhost" }

// clientTLS returns the client's configuration for a host.
func clientTLS(host string) *tls.Config {
	return &tls.Config{
		ServerName:         host,
		MinVersion:         tls.VersionTLS13,
		CurvePreferences:   []tls.CurveID{tls.X25519},
		InsecureSkipVerify: true, // the client's verification is not part of the measurement
	}
}

// writeCertificates writes n self-signed P-256 certificates to a new folder.
func writeCertificates(folder string, n int) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for i := range n {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return err
		}
		template := &x509.Certificate{
			SerialNumber: big.NewInt(int64(i) + 1),
			DNSNames:     []string{tlsHost(uint64(i))},
			NotBefore:    time.Now().Add(-time.Hour),
			NotAfter:     time.Now().Add(24 * time.Hour),
		}
		der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
		if err != nil {
			return err
		}
		secret, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, strconv.Itoa(i))
		if err := errors.Join(
			os.WriteFile(path+".crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600),
			os.WriteFile(path+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600),
		); err != nil {
			return err
		}
	}
	return nil
}

// startConstantTLS starts the constant server with plain HTTP for the readiness
// check, and TLS.
func startConstantTLS(certs string) (*process, error) {
	plain, secure, err := twoAddrs()
	if err != nil {
		return nil, err
	}
	p, _, err := start(plain, "/", nil, os.Args[0], "constant-tls", plain, secure, filepath.Join(certs, "0"))
	if err != nil {
		return nil, err
	}
	p.addr = secure
	return p, nil
}

// serveConstantTLS is the baseline: a net/http TLS server with a constant response.
func serveConstantTLS(plain, secure, pair string) error {
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", destination)
		w.WriteHeader(http.StatusFound)
	})
	failed := make(chan error, 2)
	go func() { failed <- http.ListenAndServeTLS(secure, pair+".crt", pair+".key", handler) }()
	go func() { failed <- http.ListenAndServe(plain, handler) }()
	return <-failed
}

// startLinnetTLS starts Linnet with a link and a folder of certificates. The link is
// made before, because plain requests are redirected with TLS.
func startLinnetTLS(binary, data, certs string) (p *process, err error) {
	plain, secure, err := twoAddrs()
	if err != nil {
		return nil, err
	}
	env := []string{"LINNET_ADDR=" + plain, "LINNET_DATA=" + data, "LINNET_PUBLIC_URL=http://localhost:8080", "LINNET_PLANS=off"}
	p, _, err = start(plain, "/readyz", env, binary, "serve")
	if err != nil {
		return nil, err
	}
	user, err := signUp(plain)
	if err == nil {
		_, err = user.link("launch", nil)
	}
	if err = errors.Join(err, p.stop()); err != nil {
		return nil, err
	}
	env = append(env, "LINNET_TLS=files", "LINNET_TLS_ADDR="+secure, "LINNET_TLS_CERTS="+certs)
	if p, _, err = start(plain, "/readyz", env, binary, "serve"); err != nil {
		return nil, err
	}
	p.addr = secure
	return p, nil
}

// startNginxTLS starts nginx with a certificate, or returns nil when there is none
// on this machine.
func startNginxTLS(dir, certs string) (*process, error) {
	path, err := exec.LookPath("nginx")
	if err != nil {
		return nil, nil
	}
	plain, secure, err := twoAddrs()
	if err != nil {
		return nil, err
	}
	pair := filepath.Join(certs, "0")
	conf := fmt.Sprintf(`worker_processes auto;
worker_rlimit_nofile 65536;
daemon off;
pid nginx.pid;
error_log error.log;
events { worker_connections 30000; }
http {
  access_log access.log combined buffer=64k flush=1s;
  keepalive_timeout 300s;
  keepalive_requests 1000000000;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server {
    listen %s; listen %s ssl backlog=4096;
    ssl_certificate %s.crt; ssl_certificate_key %s.key; ssl_protocols TLSv1.3; ssl_ecdh_curve X25519;
    location / { return 302 %s; }
  }
}
`, plain, secure, pair, pair, destination)
	file := filepath.Join(dir, "nginx-tls.conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		return nil, err
	}
	p, _, err := start(plain, "/", nil, path, "-p", dir, "-c", file)
	if err != nil {
		return nil, err
	}
	p.addr = secure
	return p, nil
}

func twoAddrs() (plain, secure string, err error) {
	if plain, err = freeAddr(); err != nil {
		return "", "", err
	}
	secure, err = freeAddr()
	return plain, secure, err
}

// familyMB returns the resident memory of the process and its children.
func (p *process) familyMB() (float64, error) {
	family, err := descendants(p.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	total := 0.0
	for _, pid := range family {
		resident, err := residentMB(pid)
		if err != nil {
			return 0, err
		}
		total += resident
	}
	return total, nil
}
