"""Words of a question, and words so common that they tell nothing, in English and Portuguese, without accents."""

STOPWORDS = frozenset(
    """
    a an the of to in on at by for from with without and or is are was were be been being am it its this that these
    those there here i me my mine you your he she his her they them their we us our what which who whom whose when
    where why how does do did doing done can could may might must shall should will would not no if then than so as
    but about into out up down over under again any some all each just only get gets got have has had say says said
    mean means meant happen happens work works use uses used using same vs tell exactly actually really still even
    also let lets many much very lot thing things something someone somebody anyone anybody

    o os um uma uns umas de do da dos das em na nos nas por para com sem que qual quais quem quando onde como porque
    se e ou ao aos pelo pela pelos pelas eu ele ela eles elas meu minha seu sua seus suas isso isto esse essa este
    esta ser sao foi posso pode podem tem ter tenho faz fazer funciona acontece quer dizer significa mais menos muito
    ja nao pra pro pras pros ta vai vou cara coisa coisas quanto quanta quantos quantas alguem

    s t re ll ve d m don doesn didn isn aren wasn weren won
    """.split()
)
