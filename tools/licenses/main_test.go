package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDetect_NamesTheLicences(t *testing.T) {
	t.Parallel()
	const bsd = "Redistribution and use in source and\n// binary forms, with or without modification"
	cases := map[string]string{
		"Permission is hereby granted, free of charge, to any person ... The above copyright notice and this permission\nnotice shall be included": "MIT",
		bsd: "BSD-2-Clause",
		bsd + " ... may be used to\nendorse or promote products":                             "BSD-3-Clause",
		"Apache License\n   Version 2.0, January 2004":                                       "Apache-2.0",
		"Mozilla Public License Version 2.0 ... the GNU General Public License, Version 2.0": "MPL-2.0",
		"Apache License Version 2.0 ... Files: snappy ... " + bsd:                            "Apache-2.0,BSD-2-Clause",
		"GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3":                                      "AGPL",
		"GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991":                                  "GPL",
		"MIT No Attribution ... Permission is hereby granted, free of charge":                "MIT-0",
		"All rights reserved.": "",
	}
	for text, want := range cases {
		if got := strings.Join(detect(text), ","); got != want {
			t.Errorf("detect(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestRefused_NamesUnknownAndCopyleftLicences(t *testing.T) {
	t.Parallel()
	of := func(name, version string, licences ...string) dependency {
		return dependency{name: name, version: version, licences: licences}
	}
	got := refused([]dependency{
		of("fine", "v1", "MIT"), of("either", "v1", "(MIT OR Apache-2.0)"), of("none", "v2"), of("copyleft", "v3", "MIT", "GPL"),
		of("unclear", "v4", "unknown (LICENSE)"), of("choice", "v5", "MIT OR GPL-2.0"),
	})
	want := "none v2: no licence found|copyleft v3: GPL|unclear v4: unknown (LICENSE)|choice v5: MIT OR GPL-2.0"
	if strings.Join(got, "|") != want {
		t.Errorf("refused = %q, want %q", got, want)
	}
}

func TestNPMPackages_ListsProductionOnly(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "package-lock.json")
	lock := `{"packages": {"": {"license": "Apache-2.0"},
		"node_modules/b": {"version": "2.0.0", "license": "ISC"}, "node_modules/b/node_modules/@x/a": {"version": "1.0.0"},
		"node_modules/test": {"version": "3.0.0", "license": "MIT", "dev": true}}}`
	if err := os.WriteFile(file, []byte(lock), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := npmPackages(file)
	if err != nil || len(got) != 2 || got[0].name != "@x/a" || got[0].licences != nil || got[1].name != "b" || got[1].licences[0] != "ISC" {
		t.Errorf("npmPackages = %v, %v", got, err)
	}
}

func TestWriteSBOM_DescribesTheBinary(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1764000000")
	modules := []dependency{{name: "example.com/m/v2", version: "v2.1.0", licences: []string{"BSD-3-Clause", "Public domain"}}}
	packages := []dependency{{name: "@scope/p", version: "1.0.0", licences: []string{"(MIT OR Apache-2.0)"}}}
	var out strings.Builder
	if err := writeSBOM(&out, "v1.0.0", "arm64", modules, packages); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"created": "2025-11-24T16:00:00Z"`,
		`"referenceLocator": "pkg:golang/example.com/m/v2@v2.1.0"`,
		`"referenceLocator": "pkg:npm/%40scope/p@1.0.0"`,
		`"licenseDeclared": "BSD-3-Clause AND LicenseRef-Public-domain"`,
		`"licenseDeclared": "(MIT OR Apache-2.0)"`,
		`"relationshipType": "DEPENDS_ON"`,
		`"licenseId": "LicenseRef-Public-domain"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}
}

func TestWriteTexts_HasEveryLicenceFileOnce(t *testing.T) {
	t.Parallel()
	folders := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	for i, text := range []string{"one licence", "one licence", "another licence"} {
		if err := os.WriteFile(filepath.Join(folders[i], "LICENSE.txt"), []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all := []dependency{
		{name: "a", version: "v1", dir: folders[0]}, {name: "b", version: "v2", dir: folders[1]}, {name: "c", version: "v3", dir: folders[2]},
	}
	var out strings.Builder
	if err := writeTexts(&out, all); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	if strings.Count(got, "one licence") != 1 || !strings.Contains(got, "a v1\nb v2\n") || !strings.Contains(got, "another licence") {
		t.Error(got)
	}
	out.Reset()
	err := writeTexts(&out, []dependency{{name: "d", version: "v4", dir: t.TempDir(), licences: []string{"MIT"}}})
	if got := out.String(); err != nil || !strings.Contains(got, "d v4\n") || !strings.Contains(got, "MIT") {
		t.Error(got, err)
	}
}
