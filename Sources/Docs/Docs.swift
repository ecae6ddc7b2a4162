/// The catalogue of documents beside this file: decisions, recipes, threat model. It holds no code.
public enum Docs {}
