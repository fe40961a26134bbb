package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	digest "github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	v1 "github.com/opencontainers/image-spec/specs-go/v1"
)

// The base of an image is what the binary needs, from packages of the Debian release of this machine: the C library,
// libgcc, the roots of certificates, and the names of network services.
var basePackages = []string{"libc6", "libgcc-s1", "ca-certificates", "netbase"} //nolint:gochecknoglobals // a constant list

// Folders of the packages that the binary does not read.
var unusedInBase = []string{ //nolint:gochecknoglobals // a constant list
	"usr/share/doc", "usr/share/lintian", "usr/share/man", "usr/sbin", "usr/lib/*/gconv", "usr/lib/*/audit",
}

const imageUser = 10001

// writeImage writes the image as an OCI archive that `docker load` and `podman load` read.
func (r *release) writeImage(ctx context.Context, p payload) error {
	base, err := r.baseOf(ctx, p)
	if err != nil {
		return err
	}
	program := []entry{
		{name: "usr/local/bin/linnet", source: p.binary, mode: 0o755},
		{name: "usr/share/doc/linnet/LICENSES", source: filepath.Join(p.docs.generated, "LICENSES")},
		{name: "usr/share/doc/linnet/LICENSE", source: filepath.Join(r.root, "LICENSE")},
		{name: "data", folder: true, mode: 0o700, owner: imageUser},
		{name: "data/media", folder: true, mode: 0o700, owner: imageUser},
	}
	image := archivedImage{blobs: []entry{{name: "blobs", folder: true}, {name: "blobs/sha256", folder: true}}}
	for _, entries := range [][]entry{base, program} {
		if err := image.addLayer(entries, r); err != nil {
			return err
		}
	}
	config := r.imageConfig(p.arch, image.layerIDs)
	name := "linnet:" + r.version()
	archive, err := image.entries(config, name)
	if err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(r.out, fmt.Sprintf("linnet_%s_image_%s.tar", r.version(), p.arch)))
	if err != nil {
		return err
	}
	return errors.Join(writeTar(file, archive, r.time), file.Close())
}

// imageConfig returns the configuration of the image, which is that of deploy/docker/Dockerfile.
func (r *release) imageConfig(arch string, layers []digest.Digest) v1.Image {
	return v1.Image{
		Created:  &r.time,
		Platform: v1.Platform{OS: "linux", Architecture: arch},
		RootFS:   v1.RootFS{Type: "layers", DiffIDs: layers},
		Config: v1.ImageConfig{
			User:         "linnet",
			ExposedPorts: map[string]struct{}{"8080/tcp": {}},
			Env:          []string{"PATH=/usr/local/bin", "LINNET_ADDR=:8080", "LINNET_DATA=/data", "LINNET_LOG_FORMAT=json"},
			Entrypoint:   []string{"linnet"},
			Cmd:          []string{"serve"},
			Volumes:      map[string]struct{}{"/data": {}},
			WorkingDir:   "/data",
			Labels: map[string]string{
				v1.AnnotationTitle:    "Linnet",
				v1.AnnotationVersion:  r.version(),
				v1.AnnotationLicenses: "Apache-2.0",
				v1.AnnotationCreated:  r.time.Format("2006-01-02T15:04:05Z"),
			},
		},
	}
}

// baseOf returns the files of the base packages of the architecture, which apt fetches into the folder of temporary files.
func (r *release) baseOf(ctx context.Context, p payload) ([]entry, error) {
	folder := filepath.Join(p.work, "base")
	for _, name := range []string{"state/lists/partial", "cache/archives/partial", "root"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			return nil, err
		}
	}
	// A state of its own, so that the architectures of this machine stay as they are. apt's own user may not write there.
	apt := func(args ...string) error {
		_, err := r.outputIn(ctx, nil, "sh", append([]string{"-c", `cd "$1/cache" && shift && exec apt-get "$@"`, "sh", folder,
			"-qq", "-o", "APT::Sandbox::User=root", "-o", "APT::Architecture=" + p.arch, "-o", "APT::Architectures=" + p.arch,
			"-o", "Dir::State=" + folder + "/state", "-o", "Dir::State::status=/dev/null", "-o", "Dir::Cache=" + folder + "/cache"}, args...)...)
		return err
	}
	if err := apt("update"); err != nil {
		return nil, fmt.Errorf("the base of the image: %w", err)
	}
	if err := apt(append([]string{"download"}, basePackages...)...); err != nil {
		return nil, fmt.Errorf("the base of the image: %w", err)
	}
	packages, err := filepath.Glob(filepath.Join(folder, "cache", "*.deb"))
	if err != nil {
		return nil, err
	}
	if len(packages) != len(basePackages) {
		return nil, fmt.Errorf("apt-get downloaded %d packages of the base, not %d", len(packages), len(basePackages))
	}
	entries := slices.Clone(baseFiles())
	for _, file := range packages { // sorted
		control, err := r.outputIn(ctx, nil, "dpkg-deb", "--field", file)
		if err != nil {
			return nil, err
		}
		if _, err := r.output(ctx, "dpkg-deb", "--extract", file, filepath.Join(folder, "root")); err != nil {
			return nil, err
		}
		// Scanners of images read the packages of an image without dpkg here.
		name, _, _ := strings.Cut(filepath.Base(file), "_")
		entries = append(entries, entry{name: "var/lib/dpkg/status.d/" + name, text: control})
	}
	certificates, err := certificatesIn(filepath.Join(folder, "root/usr/share/ca-certificates"))
	if err != nil {
		return nil, err
	}
	entries = append(entries, entry{name: "etc/ssl/certs/ca-certificates.crt", text: certificates})
	files, err := entriesIn(filepath.Join(folder, "root"))
	return append(entries, files...), err
}

// baseFiles returns the files of the base that are of no package.
func baseFiles() []entry {
	return []entry{
		{
			name: "etc/passwd",
			text: fmt.Appendf(nil, "root:x:0:0:root:/root:/sbin/nologin\nlinnet:x:%[1]d:%[1]d::/data:/sbin/nologin\n", imageUser),
		},
		{name: "etc/group", text: fmt.Appendf(nil, "root:x:0:\nlinnet:x:%d:\n", imageUser)},
		{name: "etc/nsswitch.conf", text: []byte("hosts: files dns\n")},
		{name: "tmp", folder: true, mode: 0o1777},
	}
}

// certificatesIn returns the certificates of the package ca-certificates in one file. The machine's own file is not used,
// because an operator may have added certificates to it.
func certificatesIn(folder string) ([]byte, error) {
	files, err := filepath.Glob(filepath.Join(folder, "mozilla/*.crt"))
	if err != nil {
		return nil, err
	}
	if len(files) < 100 {
		return nil, fmt.Errorf("the package ca-certificates has only %d certificates", len(files))
	}
	var all bytes.Buffer
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all.Write(bytes.TrimSpace(text))
		all.WriteByte('\n')
	}
	return all.Bytes(), nil
}

// entriesIn returns the files, folders and links below a folder with their permissions, without the unused ones.
func entriesIn(folder string) ([]entry, error) {
	var entries []entry
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || file == folder {
			return err
		}
		name, _ := filepath.Rel(folder, file) // below it
		if slices.ContainsFunc(unusedInBase, func(pattern string) bool { ok, _ := path.Match(pattern, name); return ok }) {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		e := entry{name: name, mode: info.Mode().Perm()}
		switch {
		case d.IsDir():
			e.folder = true
		case d.Type() == fs.ModeSymlink:
			if e.link, err = os.Readlink(file); err != nil {
				return err
			}
		default:
			e.source = file
		}
		entries = append(entries, e)
		return nil
	})
	return entries, err
}

// archivedImage collects the layers of an image and their files in its archive.
type archivedImage struct {
	blobs    []entry
	layers   []v1.Descriptor
	layerIDs []digest.Digest // of the layers before compression
}

// addLayer adds a layer with entries.
func (a *archivedImage) addLayer(entries []entry, r *release) error {
	var plain, packed bytes.Buffer
	if err := writeTar(&plain, entries, r.time); err != nil {
		return err
	}
	a.layerIDs = append(a.layerIDs, digest.FromBytes(plain.Bytes()))
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(plain.Bytes()); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	a.layers = append(a.layers, a.add(v1.MediaTypeImageLayerGzip, packed.Bytes()))
	return nil
}

// add adds a blob to the archive, and returns its descriptor.
func (a *archivedImage) add(mediaType string, content []byte) v1.Descriptor {
	d := v1.Descriptor{MediaType: mediaType, Digest: digest.FromBytes(content), Size: int64(len(content))}
	a.blobs = append(a.blobs, entry{name: blobName(d), text: content})
	return d
}

func blobName(d v1.Descriptor) string { return "blobs/sha256/" + d.Digest.Encoded() }

// entries returns the files of the archive: those of the OCI image layout, and manifest.json for versions of Docker that do
// not read it.
func (a *archivedImage) entries(config v1.Image, name string) ([]entry, error) {
	raw, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	configured := a.add(v1.MediaTypeImageConfig, raw)
	raw, err = json.Marshal(v1.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2},
		MediaType: v1.MediaTypeImageManifest,
		Config:    configured,
		Layers:    a.layers,
	})
	if err != nil {
		return nil, err
	}
	manifest := a.add(v1.MediaTypeImageManifest, raw)
	_, tag, _ := strings.Cut(name, ":")
	manifest.Annotations = map[string]string{v1.AnnotationRefName: tag, "io.containerd.image.name": "docker.io/library/" + name}
	manifest.Platform = &config.Platform
	var files []string
	for _, layer := range a.layers {
		files = append(files, blobName(layer))
	}
	docker := []map[string]any{{"Config": blobName(configured), "RepoTags": []string{name}, "Layers": files}}
	entries := a.blobs
	for file, content := range map[string]any{
		"oci-layout": v1.ImageLayout{Version: v1.ImageLayoutVersion},
		"index.json": v1.Index{
			Versioned: specs.Versioned{SchemaVersion: 2},
			MediaType: v1.MediaTypeImageIndex,
			Manifests: []v1.Descriptor{manifest},
		},
		"manifest.json": docker,
	} {
		raw, err := json.Marshal(content)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry{name: file, text: raw})
	}
	return entries, nil
}
