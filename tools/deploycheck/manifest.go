package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// manifest decodes the objects of a manifest, without unknown kinds and fields, and checks them and their references.
func manifest(_ context.Context, file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	kinds := runtime.NewSchemeBuilder(corev1.AddToScheme, appsv1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme)
	if err := kinds.AddToScheme(scheme); err != nil {
		return nil, err
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	var findings []string
	var objects []runtime.Object
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return append(findings, check(objects)...), nil
		}
		if err != nil {
			return nil, err
		}
		object, _, err := decoder.Decode(document, nil, nil)
		if err != nil {
			findings = append(findings, err.Error())
			continue
		}
		objects = append(objects, object)
	}
}

// nameOf returns the kind and the name of an object.
func nameOf(object runtime.Object) string {
	name := "?"
	if named, err := meta.Accessor(object); err == nil {
		name = named.GetName()
	}
	return object.GetObjectKind().GroupVersionKind().Kind + " " + name
}
