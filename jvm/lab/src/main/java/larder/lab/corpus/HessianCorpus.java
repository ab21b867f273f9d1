package larder.lab.corpus;

/** Values as Caucho's Hessian writes them. */
final class HessianCorpus {
  private HessianCorpus() {}

  static void write2(int count, long seed, Corpus.Lines lines) {}

  static void write1(int count, long seed, Corpus.Lines lines) {}
}
